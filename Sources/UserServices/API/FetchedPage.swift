import SluiceHTTP
import Users

/// A page of people as a server gave it.
struct FetchedPage: Sendable {
    var list: UserList
    /// How many people there are in all, where the answer says so.
    var total: Int?
    /// Where the list goes on; nil at its end.
    var next: PageToken?
    /// Whether there is more all the same, which the answer says, and not where.
    var isCut = false
    /// Whether that place shows a secret, and isn't to be written.
    var isNextSecret = false
    /// What the server is asked with whether it still holds, where it is kept.
    var validators: Validators?
}

extension Pager {
    /// The walk of a profile's list; `size` in place of its own.
    init(_ list: ListEndpoint, size: Int? = nil) {
        self.init(Paging(list.paging, total: list.total), size: size)
    }
}

extension Paging {
    /// The paging that a profile describes.
    init(_ paging: ProfilePaging, total: ListEndpoint.Total = .unknown) {
        self.init(
            paging.style, parameter: paging.parameter, sizeParameter: paging.sizeParameter,
            size: paging.size, sizeLimit: paging.sizeLimit, endsShort: paging.endsShort,
            more: paging.more, last: paging.last, pages: paging.pages)
        switch total {
        case .path(let path): self.total = .path(path)
        case .header(let name): self.total = .header(name)
        case .headRequest, .request, .unknown: break
        }
    }
}
