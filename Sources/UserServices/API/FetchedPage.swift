import SluiceHTTP
import Users

/// A page of people as a server gave it.
struct FetchedPage: Sendable {
    var list: UserList
    /// How many people there are in all, where the answer says so.
    var total: Int?
    /// Where the list goes on; nil at its end.
    var next: PageToken?

    init(
        _ payload: Payload, _ list: UserList, _ endpoint: ListEndpoint, _ token: PageToken,
        _ pager: Pager
    ) {
        self.list = list
        func number(_ path: JSONPath) -> Int? {
            payload.root?.value(at: path)?.text.flatMap { Int($0) }
        }
        total =
            switch endpoint.total {
            case .path(let path): number(path)
            case .header(let name):
                payload.response.headers[name].flatMap { ListEndpoint.Total.number($0) }
            case .headRequest, .request, .unknown: nil
            }
        let paging = endpoint.paging
        let seen = Pager.Seen(
            count: list.count, total: total,
            link: Self.link(payload, paging.style, endpoint.people),
            more: paging.more.flatMap { payload.root?.value(at: $0)?.isTruthy }
                ?? paging.last.flatMap { payload.root?.value(at: $0)?.isTruthy }.map { !$0 },
            pages: paging.pages.flatMap(number))
        next = pager.next(after: token, seen)
    }

    /// What stands where the profile looks for the next page.
    private static func link(
        _ payload: Payload, _ style: ProfilePaging.Style, _ people: PeopleRule
    ) -> String? {
        switch style {
        case .next(let place), .cursor(let place):
            switch place {
            case .header(let name): return payload.response.headers[name]
            case .path(let path):
                // Some write a cursor that leads nowhere as false or 0.
                guard let value = payload.root?.value(at: path), value.isTruthy else { return nil }
                return value.text
            }
        case .link:
            return payload.response.headers.fields.lazy
                .filter { $0.name.lowercased() == "link" }
                .compactMap { LinkHeader.next($0.value) }.first
        case .lastID(let path):
            let last = payload.root?.value(at: people.items)?.elements.reduce(nil) { $1 }
            return last?.value(at: path)?.text
        case .none, .page, .offset, .startIndex: return nil
        }
    }
}

extension JSONValue {
    /// Whether it says yes: true, or anything but false, null, nothing and zero.
    fileprivate var isTruthy: Bool {
        switch kind {
        case .null: false
        case .bool: bool ?? false
        case .string, .number: !["", "0", "false"].contains(text)
        case .object, .array: count > 0
        }
    }
}
