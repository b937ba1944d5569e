/// A walk along a list, page by page: which one comes next, and whether there may be one.
///
/// Pages that lead back to one that was read would go round for ever, and a next page on another
/// server isn't for this one's credential.
package struct PageWalk: Sendable {
    /// What a page led to.
    package enum Step: Sendable, Hashable {
        case page(PageToken)
        case end
        /// Nowhere, though the answer says that there is more: what was read is not all.
        case nowhere
        /// To a page that was read before.
        case circle
        /// To another server.
        case elsewhere(Origin)
    }

    package let pager: Pager
    /// The URL of the list, which a link is relative to.
    private let list: HTTPURL
    private var visited: Set<PageToken>

    /// Begins at a page.
    package init(_ pager: Pager, of list: HTTPURL, from token: PageToken) {
        self.pager = pager
        self.list = list
        visited = [token]
    }

    /// Where the list goes on after a page.
    package mutating func step(after token: PageToken, _ facts: PageFacts) -> Step {
        guard let next = pager.next(after: token, facts) else {
            return pager.isLost(facts) ? .nowhere : .end
        }
        if let origin = pager.url(of: next, in: list)?.origin, origin != list.origin {
            return .elsewhere(origin)
        }
        return visited.insert(next).inserted ? .page(next) : .circle
    }
}

extension Pager {
    /// The URL of a page that the server called by one; nil for any other, and for one that is none.
    package func url(of token: PageToken, in list: HTTPURL) -> HTTPURL? {
        guard case .url(let text) = token else { return nil }
        return list.resolving(text)
    }
}
