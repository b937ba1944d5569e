import Testing

@testable import SluiceHTTP

/// P7 as decisions. Moya#2242, Alamofire#2239: a shared request lost when the first caller cancels.
struct FlightBookTests {
    @Test func `P7: the first with a key starts it, the others wait for it`() {
        var book = FlightBook<String>()
        let (first, second, other) = (book.join("a"), book.join("a"), book.join("b"))
        #expect(first.isFirst && !second.isFirst && other.isFirst)
        #expect(first.flight == second.flight && first.flight != other.flight)
        let landed = (book.land(first.flight), book.land(first.flight))
        #expect(landed == ([first.waiter, second.waiter], []))
        let next = book.join("a")
        #expect(next.isFirst)
    }

    @Test func `P7: only the last to leave ends the work, whoever came first`() {
        var book = FlightBook<String>()
        let (first, second) = (book.join("a"), book.join("a"))
        let isLastOfTwo = book.leave(first, isKept: false)
        #expect(!isLastOfTwo)
        #expect(book.isFlying(first.flight))
        // Twice is once: the second mustn't be taken for gone.
        let isLastAgain = book.leave(first, isKept: false)
        #expect(!isLastAgain)
        let isLast = book.leave(second, isKept: false)
        #expect(isLast)
        #expect(!book.isFlying(first.flight))
        #expect(book.isEmpty)
    }

    @Test func `P7: who comes after it was given up starts anew, and hears nothing of the old`() {
        var book = FlightBook<String>()
        let gone = book.join("a")
        _ = book.leave(gone, isKept: false)
        let next = book.join("a")
        #expect(next.isFirst && next.flight != gone.flight)
        let late = book.land(gone.flight)
        #expect(late.isEmpty && book.isFlying(next.flight))
        let isLastOfGone = book.leave(gone, isKept: false)
        #expect(!isLastOfGone)
        let landed = book.land(next.flight)
        #expect(landed == [next.waiter])
    }

    @Test func `work that is kept goes on without a waiter, and can be joined`() {
        var book = FlightBook<String>()
        let isGivenUp = book.leave(book.join("a"), isKept: true)
        #expect(!isGivenUp)
        let late = book.join("a")
        #expect(!late.isFirst)
        let landed = book.land(late.flight)
        #expect(landed == [late.waiter])
    }
}
