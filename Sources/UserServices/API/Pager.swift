import SluiceHTTP

/// How one list is walked: pure decisions, made from what an answer holds.
struct Pager: Sendable {
    let paging: ProfilePaging
    /// How many elements a page is asked to have.
    let size: Int

    /// What an answer says of where the list goes on.
    struct Seen {
        /// How many elements the page had, also those that are no users.
        var count: Int
        /// How many there are in all.
        var total: Int?
        /// What stands where the profile looks for the next page.
        var link: String?
    }

    init(_ paging: ProfilePaging, size: Int? = nil) {
        self.paging = paging
        self.size = min(size ?? paging.size, paging.sizeLimit)
    }

    /// The first page.
    var first: PageToken {
        switch paging.style {
        case .offset, .startIndex: .offset(0)
        case .none, .page, .cursor, .nextHeader, .nextPath: .page(0)
        }
    }

    /// The page with this number, from 1, where it can be asked for without those before it.
    func jump(to number: Int) -> PageToken? {
        let (before, overflow) = (number - 1).multipliedReportingOverflow(by: size)
        switch paging.style {
        case .page: return .page(number - 1)
        case .offset, .startIndex: return overflow ? nil : .offset(before)
        case .none: return first
        case .cursor, .nextHeader, .nextPath: return number == 1 ? first : nil
        }
    }

    /// The parameters that ask for a page, besides the call's own.
    func parameters(for token: PageToken) -> [(name: String, value: String)] {
        var parameters: [(name: String, value: String)] = []
        switch (paging.style, token) {
        case (.page(let name, let base), .page(let number)):
            parameters.append((name, String(number + base)))
        case (.offset(let name), .offset(let count)): parameters.append((name, String(count)))
        case (.startIndex(let name), .offset(let count)):
            parameters.append((name, String(count + 1)))
        case (.cursor(let name, _), .cursor(let word)): parameters.append((name, word))
        default: break
        }
        if let name = paging.sizeParameter { parameters.append((name, String(size))) }
        return parameters
    }

    /// The page after this one; nil at the end of the list.
    ///
    /// An empty page ends a list whatever else is said, as does a link to the page it stands on:
    /// either would go round for ever.
    func next(after token: PageToken, _ seen: Seen) -> PageToken? {
        guard seen.count > 0 else { return nil }
        switch (paging.style, token) {
        case (.none, _): return nil
        case (.page, .page(let number)):
            return hasMore(seen, before: number * size) ? .page(number + 1) : nil
        case (.offset, .offset(let before)), (.startIndex, .offset(let before)):
            return hasMore(seen, before: before) ? .offset(before + seen.count) : nil
        case (.cursor, _):
            guard let word = seen.link, !word.isEmpty, .cursor(word) != token else { return nil }
            return .cursor(word)
        case (.nextHeader, _), (.nextPath, _):
            guard let text = seen.link, !text.isEmpty, .url(text) != token else { return nil }
            return .url(text)
        default: return nil
        }
    }

    /// A total says it, unless it is less than what was seen, and so untrue; else a full page does.
    private func hasMore(_ seen: Seen, before: Int) -> Bool {
        let after = before + seen.count
        guard let total = seen.total, total >= after else { return seen.count >= size }
        return after < total
    }
}
