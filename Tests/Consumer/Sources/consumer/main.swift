import Directory
import SluiceFlow
import SluiceHTTP

let answers = StubTransport([
    .answer(HTTPResponse(status: 200, text: #"{"code":200,"data":{"id":"7","name":"Ana"}}"#)),
    .answer(HTTPResponse(status: 200, text: #"{"code":500,"message":"no such user"}"#)),
    .answer(HTTPResponse(status: 200, text: #"{"code":200,"data":{"id":"8","name":"Bo"}}"#)),
    .answer(
        HTTPResponse(
            status: 200,
            text: #"{"code":200,"data":[{"id":"7","name":"Ana"},{"id":"8","name":"Bo"}]}"#)),
    .answer(HTTPResponse(status: 503, text: #"{"code":503,"message":"later"}"#)),
    .answer(HTTPResponse(status: 200, text: #"{"code":200,"data":[{"id":"9","name":"Cy"}]}"#)),
])
guard let url = HTTPURL("https://api.example.test") else { throw CancellationError() }
let api = UserAPI(client: APIClient(url, transport: answers))

// Awaited; the error is a RequestError.
do throws(RequestError) {
    print(try await api.user("7").value().name)
    print(try await api.user("404").value().name)
} catch {
    print(error.code, error.serverMessage ?? "")
}

// Chained, with the caller's own handling after the central one.
let done = PublishRelay<Void>()
let ends = done.signal.values
api.user("8").done {
    print($0.name)
    done.send()
}.catch {
    print($0)
    done.send()
}
for await _ in ends.prefix(1) {}

// A list, as far as it came, and from where it is gone on with.
let begun = await api.everyone().gathered().value()
print(begun.items.count, begun.failure?.serverMessage ?? "all")
for try await page in api.everyone(from: begun.next) {
    print(page.items.map(\.name).joined(separator: ", "))
}
