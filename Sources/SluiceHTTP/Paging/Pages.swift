public import SluiceFlow

/// One page of a list.
public struct Page<Item: Sendable>: Sendable {
    /// The elements, in the server's order.
    public let items: [Item]
    /// How many there are in all, where the answer says so.
    public let total: Int?
    /// Where the list goes on; nil at its end. Kept, it lets a walk be resumed.
    public let next: PageToken?
}

/// What a walk has brought by its end, or until a failure ended it.
public struct Gathered<Item: Sendable>: Sendable {
    /// The elements of all pages that came.
    public let items: [Item]
    /// Why it ended early; nil when all came.
    public let failure: RequestError?
    /// The page that is still to come, to resume from; nil when all came.
    public let next: PageToken?
}

/// The pages of a list, each asked for when it is wanted.
///
///     for try await page in client.get("/stations").pages(of: Station.self, by: .link) {
///         show(page.items)
///     }
///     let stations = try await client.get("/stations").pages(of: Station.self, by: .link).all().value()
///
/// A walk is a new one each time. It ends at the list's end, or fails: with the error of a page, or
/// `badAnswer` where pages lead in a circle, to another server, or nowhere though there is more.
public struct Pages<Item: Decodable & Sendable>: AsyncSequence, Sendable {
    /// A page.
    public typealias Element = Page<Item>
    /// What a page fails with.
    public typealias Failure = RequestError

    let call: APICall
    let pager: Pager
    let start: PageToken
    /// What tells an element from the others; nil where nothing is dropped.
    let identity: (@Sendable (Item) -> AnyHashable)?

    /// A walk.
    public struct Iterator: AsyncIteratorProtocol {
        private let pages: Pages
        private var walk: PageWalk
        private var seen: Set<AnyHashable> = []
        /// The page to ask for; nil at the end.
        private(set) var next: PageToken?
        /// Why there can't be another page, told after the last one that there is.
        private var fault: RequestError?

        init(_ pages: Pages) {
            self.pages = pages
            walk = PageWalk(pages.pager, of: pages.call.request.url, from: pages.start)
            next = pages.start
        }

        /// The next page; nil at the end. After a failure the same page is asked for again.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(RequestError) -> Page<Item>? {
            if let fault { throw fault }
            guard let token = next else { return nil }
            let (items, facts) = try await pages.page(token).value()
            var kept = items
            if let identity = pages.identity {
                kept.removeAll { !seen.insert(identity($0)).inserted }
            }
            switch walk.step(after: token, facts) {
            case .page(let following): next = following
            case .end: next = nil
            case .nowhere: stop("it says that there is more, and not where")
            case .circle: stop("its pages lead in a circle")
            case .elsewhere(let origin): stop("its next page is on another server, \(origin)")
            }
            return Page(items: kept, total: facts.total, next: next)
        }

        private mutating func stop(_ reason: String) {
            next = nil
            fault = pages.call.failure(.badAnswer, reason)
        }

        /// The next page, off any actor.
        public mutating func next() async throws(RequestError) -> Page<Item>? {
            try await next(isolation: nil)
        }
    }

    /// Begins a walk.
    public func makeAsyncIterator() -> Iterator { Iterator(self) }

    /// All elements in one call, with its progress; the failure of a page is the call's.
    public func all() -> Single<[Item], RequestError> {
        Single(call.label) { () async throws(RequestError) in
            let gathered = await gather()
            if let failure = gathered.failure { throw failure }
            return gathered.items
        }
    }

    /// All elements in one call; the pages that came before a failure are kept.
    public func gathered() -> Single<Gathered<Item>, Never> {
        Single(call.label) { () async throws(Never) in await gather() }
    }

    private func gather() async -> Gathered<Item> {
        var iterator = makeAsyncIterator()
        var items: [Item] = []
        do throws(RequestError) {
            while let page = try await iterator.next(isolation: nil) {
                items += page.items
                await CallProgress.report(
                    completed: Int64(items.count), total: page.total.map(Int64.init),
                    unit: "elements")
            }
            return Gathered(items: items, failure: nil, next: nil)
        } catch {
            return Gathered(items: items, failure: error, next: iterator.next)
        }
    }

    /// One page, and what it says of the next.
    private func page(_ token: PageToken) -> Single<([Item], PageFacts), RequestError> {
        let paging = pager.paging
        let decoder = PayloadDecoder(make: call.client.makeDecoder)
        return call.asking(for: token, pager).payload { payload throws(RequestError) in
            let items = try decoder.decode([Item].self, from: payload)
            return (
                items, PageFacts(payload, paging, count: items.count, items: payload.value)
            )
        }
    }
}
