/// How an API hands out a long list: what asks for a page, and where an answer says how it goes on.
///
///     .link                                            // GitHub: the header `Link`
///     .numbered(from: 1).sized(100, by: "per_page")    // GitLab, Gitea
///     .cursor(at: "response_metadata.next_cursor")     // Slack
///
/// Decisions only; `APICall.pages(of:by:)` walks.
public struct Paging: Sendable, Hashable {
    /// How the next page is asked for.
    package enum Style: Sendable, Hashable {
        /// There is one page.
        case none
        /// By number, the first being `base`.
        case page(base: Int)
        /// By how many elements come before.
        case offset
        /// By the number of the page's first element, from 1 (RFC 7644 §3.4.2.4).
        case startIndex
        /// By a word from the answer before.
        case cursor(Place)
        /// By the id of the last element of the page before.
        case lastID(JSONPath)
        /// By the URL in the answer before.
        case next(Place)
        /// By the URL of the relation `next` in the header `Link` (RFC 8288).
        case link
    }

    /// Where an answer says something.
    package enum Place: Sendable, Hashable {
        case header(String)
        case path(JSONPath)
    }

    package var style: Style
    /// The parameter that says which page; nil where nothing is added for it.
    package var parameter: String?
    /// The parameter that says how long a page is; nil where the server decides.
    package var sizeParameter: String?
    /// How many elements a page is asked to have.
    package var size: Int
    /// The longest page that the server gives.
    package var sizeLimit: Int
    /// Whether a page that isn't full is the last one.
    package var endsShort: Bool
    /// Where an answer says whether there is more.
    package var more: JSONPath?
    /// Where an answer says whether it is the last page.
    package var last: JSONPath?
    /// Where an answer says how many pages there are.
    package var pages: JSONPath?
    /// Where an answer says how many elements there are in all.
    package var total: Place?
    /// What is wrong with the description; the error of whoever walks by it.
    package var mistake: String?

    package init(
        _ style: Style, parameter: String? = nil, sizeParameter: String? = nil, size: Int = 50,
        sizeLimit: Int = .max, endsShort: Bool = false, more: JSONPath? = nil,
        last: JSONPath? = nil, pages: JSONPath? = nil, total: Place? = nil
    ) {
        self.style = style
        self.parameter = parameter
        self.sizeParameter = sizeParameter
        self.size = size
        self.sizeLimit = sizeLimit
        self.endsShort = endsShort
        self.more = more
        self.last = last
        self.pages = pages
        self.total = total
    }

    /// Whether the next page is told by a URL.
    package var isLinked: Bool {
        switch style {
        case .next, .link: true
        default: false
        }
    }

    /// How the answers' header fields are named that a walk needs; a 304 may lack them.
    package var headerNames: [String] {
        var names: [String] = []
        switch style {
        case .cursor(.header(let name)), .next(.header(let name)): names.append(name)
        case .link: names.append("Link")
        default: break
        }
        if case .header(let name)? = total { names.append(name) }
        return names
    }
}
