import SluiceFlow
import SluiceTesting
import Testing
import Users

@MainActor
@Suite struct UserListViewModelTests {
    @Test func `the next page is the one after the page shown, and there is none after the last`()
        async throws
    {
        try await VirtualTime.run { time in
            var service = StubService(time.clock)
            service.pages = .init(
                time.clock,
                [
                    .after(.milliseconds(20)) { read in
                        .fresh(UserPage(users: [ana], page: read.query.page, hasNext: true))
                    },
                    .after(.milliseconds(20)) { read in
                        .fresh(UserPage(users: [dana], page: read.query.page))
                    },
                ])
            let load = PublishRelay<Read<ListQuery>>()
            let next = PublishRelay<Void>()
            time.record(
                UserListViewModel(service: service).transform(
                    .init(
                        load: time.input("load", load),
                        next: time.input("next", next))))
            next.send()
            load.send(Read(ListQuery()))
            try await time.advance(by: .milliseconds(30))
            next.send()
            try await time.advance(by: .milliseconds(30))
            next.send()
            try await time.advance(by: .milliseconds(30))
            try time.snapshot()
        }
    }
}
