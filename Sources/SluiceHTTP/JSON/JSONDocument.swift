/// A JSON document: its bytes, and a tape of 8 bytes a token that says what stands where.
///
/// It serves dynamic access: values by path, numbers as their own text, and byte ranges for slices
/// and error messages. A caller's `Codable` type goes through `JSONDecoder`, given such a slice.
/// Strings and numbers stay in the bytes until asked for. The first of two equal keys wins.
package struct JSONDocument: ~Copyable {
    private let bytes: [UInt8]
    private let tape: JSONTape

    /// Scans `bytes`, or `range` of them, as one document (RFC 8259, UTF-8, at most 512 deep).
    ///
    /// A byte-order mark is not part of a document: leave it out with `content(of:)`. Offsets of errors and
    /// byte ranges of values count from the start of `bytes`. The bytes are kept, not copied.
    package init(_ bytes: [UInt8], in range: Range<Int>? = nil) throws(JSONSyntaxError) {
        // Not `withUnsafeBufferPointer` alone: its closure can't give back what can't be copied.
        var result: JSONTape?
        var failure: JSONSyntaxError?
        bytes.withUnsafeBufferPointer { source in
            do throws(JSONSyntaxError) {
                result = try JSONScanner.scan(source, range ?? 0..<source.count)
            } catch {
                failure = error
            }
        }
        guard let tape = result.take() else {
            throw failure ?? JSONSyntaxError(offset: 0, reason: "not scanned")
        }
        self.bytes = bytes
        self.tape = tape
    }

    /// The bytes but for a byte-order mark at their start, which RFC 8259 lets a reader ignore.
    package static func content(of bytes: [UInt8]) -> Range<Int> {
        (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)..<bytes.count
    }

    /// Lends the root to `body`. A `JSONValue` must not leave it: it points into this document.
    package borrowing func withRoot<Result, Failure: Error>(
        _ body: (JSONValue) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try bytes.withUnsafeBufferPointer { source throws(Failure) in
            // No document is empty, so there is an address; the other is never read.
            let base =
                source.baseAddress
                ?? UnsafeRawPointer(tape.tokens).assumingMemoryBound(to: UInt8.self)
            return try body(JSONValue(source: base, tape: tape.tokens, index: 0))
        }
    }
}
