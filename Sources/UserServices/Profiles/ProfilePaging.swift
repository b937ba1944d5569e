import SluiceHTTP

/// How an API hands out a long list.
struct ProfilePaging: Hashable, Sendable {
    /// How the next page is asked for.
    enum Style: Hashable, Sendable {
        /// There is one page.
        case none
        /// By number, the first being `base`.
        case page(parameter: String, base: Int)
        /// By how many elements come before.
        case offset(parameter: String)
        /// By the number of the page's first element, from 1 (RFC 7644 §3.4.2.4).
        case startIndex(parameter: String)
        /// By a word from the answer before.
        case cursor(parameter: String, path: JSONPath)
        /// By the URL in a header of the answer before.
        case nextHeader(String)
        /// By the URL in the body of the answer before.
        case nextPath(JSONPath)
    }

    private enum Kind: String, CaseIterable {
        case none, page, offset, startIndex, cursor, nextHeader, nextPath
    }

    var style: Style
    /// The parameter that says how long a page is; nil where the server decides.
    var sizeParameter: String?
    /// How long a page is unless asked otherwise.
    var size: Int
    /// The longest page that the server gives.
    var sizeLimit: Int

    init(_ object: inout ProfileObject) throws(ProfileError) {
        switch try object.choice("kind", otherwise: Kind.none) {
        case .none: style = .none
        case .page:
            style = .page(
                parameter: try object.text("parameter") ?? "page",
                base: try object.integer("base", in: 0...1, otherwise: 1))
        case .offset: style = .offset(parameter: try object.text("parameter") ?? "offset")
        case .startIndex:
            style = .startIndex(parameter: try object.text("parameter") ?? "startIndex")
        case .cursor:
            let parameter = try object.text("parameter") ?? "cursor"
            guard let path = try object.path("path") else {
                throw object.error("path", "missing; the path of the next cursor is needed")
            }
            style = .cursor(parameter: parameter, path: path)
        case .nextHeader: style = .nextHeader(try object.requiredText("header"))
        case .nextPath:
            guard let path = try object.path("path") else {
                throw object.error("path", "missing; the path of the next page's URL is needed")
            }
            style = .nextPath(path)
        }
        sizeParameter = try object.text("sizeParameter")
        size = try object.integer("size", in: 1...100_000, otherwise: 50)
        sizeLimit = try object.integer("sizeLimit", in: 1...100_000, otherwise: max(size, 200))
        if size > sizeLimit {
            throw object.error("size", "\(size) is more than sizeLimit, \(sizeLimit)")
        }
    }

    /// One page that holds everything.
    init() { (style, sizeParameter, size, sizeLimit) = (.none, nil, 50, 200) }
}
