import Testing

@testable import SluiceHTTP

struct UploadReaderTests {
    /// libcurl asks for it when a kept connection turns out to be closed.
    @Test func `what is sent again begins at its start, wherever it stood`() {
        var body = UploadBody()
        body.add("abc")
        body.add("defg")
        let reader = UploadReader(body)
        for _ in 0..<2 {
            #expect(read(reader, 5) == "abcde")
            reader.rewind()
        }
        #expect(read(reader, 100) == "abcdefg")
    }

    /// At most so many bytes, in reads of two.
    private func read(_ reader: UploadReader, _ most: Int) -> String {
        let room = UnsafeMutableRawBufferPointer.allocate(byteCount: 2, alignment: 1)
        defer { room.deallocate() }
        var bytes: [UInt8] = []
        while bytes.count < most,
            let count = reader.read(
                into: UnsafeMutableRawBufferPointer(rebasing: room[..<min(2, most - bytes.count)])),
            count > 0
        {
            bytes += room[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
