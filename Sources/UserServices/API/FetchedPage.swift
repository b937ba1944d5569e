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
        switch endpoint.total {
        case .path(let path):
            total = payload.root?.value(at: path)?.text.flatMap { Int($0) }
        case .header(let name): total = payload.response.headers[name].flatMap { Int($0) }
        case .headRequest, .unknown: total = nil
        }
        let link: String? =
            switch endpoint.paging.style {
            case .nextHeader(let name): payload.response.headers[name]
            case .nextPath(let path), .cursor(_, let path): payload.root?.value(at: path)?.text
            case .none, .page, .offset, .startIndex: nil
            }
        next = pager.next(
            after: token, Pager.Seen(count: list.count, total: total, link: link))
    }
}
