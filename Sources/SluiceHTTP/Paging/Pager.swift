/// How one list is walked: pure decisions, made from what an answer holds.
package struct Pager: Sendable {
    package let paging: Paging
    /// How many elements a page is asked to have.
    package let size: Int

    /// Makes a walk's rules; `size` in place of the paging's own, within the server's limit.
    package init(_ paging: Paging, size: Int? = nil) {
        self.paging = paging
        self.size = min(size ?? paging.size, paging.sizeLimit)
    }

    /// Whether a page is told by its place in the list, which shifts when somebody before it goes.
    package var isNumbered: Bool {
        switch paging.style {
        case .page, .offset, .startIndex: true
        default: false
        }
    }

    /// The first page.
    package var first: PageToken {
        switch paging.style {
        case .offset, .startIndex: .offset(0)
        case .none, .page, .cursor, .lastID, .next, .link: .page(0)
        }
    }

    /// The page with this number, from 1, where it can be asked for without those before it.
    package func jump(to number: Int) -> PageToken? {
        let (before, overflow) = (number - 1).multipliedReportingOverflow(by: size)
        switch paging.style {
        case .page: return .page(number - 1)
        case .offset, .startIndex: return overflow ? nil : .offset(before)
        case .none: return first
        case .cursor, .lastID, .next, .link: return number == 1 ? first : nil
        }
    }

    /// The values that ask for a page, for the places that the call has for them.
    package func values(for token: PageToken) -> [String: String] {
        var values = ["size": String(size)]
        switch token {
        case .page(let number, _):
            guard case .page(let base) = paging.style else { break }
            values["page"] = String(number + base)
        case .offset(let count):
            values["offset"] = String(count)
            values["startIndex"] = String(count + 1)
            values["endIndex"] = String(count + size - 1)
        case .cursor(let word): values["cursor"] = word
        case .url: break
        }
        return values
    }

    /// The parameters that ask for a page, besides the call's own.
    package func parameters(for token: PageToken) -> [(name: String, value: String)] {
        let values = values(for: token)
        let value: String? =
            switch paging.style {
            case .page: values["page"]
            case .offset: values["offset"]
            case .startIndex: values["startIndex"]
            case .cursor, .lastID: values["cursor"]
            case .none, .next, .link: nil
            }
        var parameters: [(name: String, value: String)] = []
        if let name = paging.parameter, let value { parameters.append((name, value)) }
        if let name = paging.sizeParameter { parameters.append((name, String(size))) }
        return parameters
    }

    /// The page after this one; nil at the end of the list.
    ///
    /// An empty page ends a list unless it says outright that there is more, as does a link to the page
    /// it stands on: either would go round for ever.
    package func next(after token: PageToken, _ seen: PageFacts) -> PageToken? {
        guard seen.count > 0 || isLost(seen) else { return nil }
        switch (paging.style, token) {
        case (.none, _): return nil
        case (.page, .page(let number, let after)):
            let before = after ?? number.multipliedReportingOverflow(by: size).partialValue
            if let pages = seen.pages, number + 1 >= pages { return nil }
            guard hasMore(seen, before: before) else { return nil }
            return .page(number + 1, after: before + seen.count)
        case (.offset, .offset(let before)), (.startIndex, .offset(let before)):
            return hasMore(seen, before: before) ? .offset(before + seen.count) : nil
        case (.cursor, _):
            guard seen.more != false, let word = seen.link, !word.isEmpty, .cursor(word) != token
            else { return nil }
            return .cursor(word)
        case (.lastID, _):
            guard let word = seen.link, !word.isEmpty, .cursor(word) != token else { return nil }
            return seen.more ?? !(paging.endsShort && seen.count < size) ? .cursor(word) : nil
        case (.next, _), (.link, _):
            guard let text = seen.link, !text.isEmpty, .url(text) != token else { return nil }
            return .url(text)
        default: return nil
        }
    }

    /// Whether an answer without a next page says all the same that there is one.
    ///
    /// A list that is walked by numbers can't be: where it goes on needs no word of the server's.
    package func isLost(_ seen: PageFacts) -> Bool {
        switch paging.style {
        case .cursor, .lastID, .next, .link: seen.more == true
        case .none, .page, .offset, .startIndex: false
        }
    }

    /// What the answer says outright; else a total, unless it is less than what was seen, and so
    /// untrue; else the emptiness of the next page, since a server may give fewer than were asked for.
    private func hasMore(_ seen: PageFacts, before: Int) -> Bool {
        if let more = seen.more { return more }
        let (after, overflow) = before.addingReportingOverflow(seen.count)
        guard !overflow else { return false }
        if let total = seen.total, total >= after { return after < total }
        if let pages = seen.pages, pages > 0, case .page = paging.style { return true }
        return !paging.endsShort || seen.count >= size
    }
}
