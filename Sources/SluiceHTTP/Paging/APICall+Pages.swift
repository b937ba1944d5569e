extension APICall {
    /// The list that this call is the first page of; an element that comes twice is given twice.
    ///
    /// The elements are the payload of each answer, an array. Headers, limits and tries are the call's.
    ///
    /// - Parameter token: where an earlier walk left off; nil begins at the start.
    public func pages<Item: Decodable & Sendable>(
        of type: Item.Type = Item.self, by paging: Paging, from token: PageToken? = nil
    ) -> Pages<Item> { pages(by: paging, from: token, identity: nil) }

    /// The same, with each element once, the first time it came: numbered pages shift when the list does.
    public func pages<Item: Decodable & Sendable & Identifiable>(
        of type: Item.Type = Item.self, by paging: Paging, from token: PageToken? = nil
    ) -> Pages<Item> { pages(by: paging, from: token) { AnyHashable($0.id) } }

    private func pages<Item: Decodable & Sendable>(
        by paging: Paging, from token: PageToken?,
        identity: (@Sendable (Item) -> AnyHashable)?
    ) -> Pages<Item> {
        let pager = Pager(paging)
        let call = with { $0.mistake = $0.mistake ?? paging.mistake }
        return Pages(call: call, pager: pager, start: token ?? pager.first, identity: identity)
    }

    /// The call for one page of its list.
    func asking(for token: PageToken, _ pager: Pager) -> APICall {
        guard case .url(let text) = token else {
            return pager.parameters(for: token).reduce(self) { $0.query($1.name, $1.value) }
        }
        return with { call in
            guard let url = call.request.url.resolving(text) else {
                call.mistake = "the next page's URL is none"
                return
            }
            if url.origin != call.client.baseURL.origin {
                call.mistake = "the URL is of another server than \(call.client.baseURL.origin)"
            }
            call.request.url = url
        }
    }
}
