import Testing

@testable import SluiceHTTP

/// Runs `body` on the root of `text`.
private func root<R>(_ text: String, _ body: (JSONValue) throws -> R) throws -> R {
    try JSONDocument(Array(text.utf8)).withRoot(body)
}

@Suite struct `JSON document` {
    @Test func `the first of two equal keys wins, however it is written`() throws {
        try root(#"{"id":1,"\u0069d":2,"id":3}"#) { #expect($0["id"]?.int == 1) }
        try root(#"{"\u0069d":1,"id":2}"#) { #expect($0["id"]?.int == 1) }
        try root(#"{"id":1,"id":2}"#) { #expect($0.members.map { $0.value.int } == [1, 2]) }
    }

    @Test func `a key is looked up in its own object only`() throws {
        try root(#"{"a":{"b":{"c":1}},"d":[{"c":2}]}"#) {
            #expect($0["c"] == nil)
            #expect($0["b"] == nil)
            #expect($0["d"]?.kind == .array)
        }
    }

    @Test(arguments: [
        (#""plain""#, "plain"), (#""""#, ""),
        (#""\u00e9\n\t\"\\\/\b\f\r""#, "é\n\t\"\\/\u{8}\u{c}\r"),
        (#""\ud83d\ude00 \u65E5""#, "😀 日"), (#""민준 👩‍💻 日本""#, "민준 👩‍💻 日本"),
        (#""0123456789abcdef\u0041""#, "0123456789abcdefA"),
    ])
    func `a string's escapes are resolved`(json: String, text: String) throws {
        try root(json) { #expect($0.string == text) }
    }

    @Test func `an id is a number or a string: both accepted, the original text kept`() throws {
        let numbers = ["1", "-0", "123456789012345678901234567890", "1.50", "1E+2"]
        for number in numbers { try root(number) { #expect($0.text == number) } }
        try root(#""007""#) { #expect($0.text == "007") }
        try root("true") { #expect($0.text == "true") }
        try root("null") { #expect($0.text == nil) }
    }

    @Test func `whole numbers keep all 64 bits and are nothing beyond`() throws {
        try root("9223372036854775807") { #expect($0.int == .max) }
        try root("-9223372036854775808") { #expect($0.int == .min) }
        try root("9223372036854775808") { #expect($0.int == nil) }
        try root("-9223372036854775809") { #expect($0.int == nil) }
        try root("1.0") { #expect($0.int == nil && $0.double == 1) }
        try root("1e999") { #expect($0.double == nil && $0.text == "1e999") }
    }

    @Test func `byte ranges give back the text of each value`() throws {
        let text = #" {"a" : [1, "two", {"b":null}], "c":true} "#
        let bytes = Array(text.utf8)
        try JSONDocument(bytes).withRoot { root in
            func slice(_ value: JSONValue?) -> String? {
                (value?.byteRange).map { String(decoding: bytes[$0], as: UTF8.self) }
            }
            #expect(slice(root) == text.trimmed)
            #expect(slice(root["a"]) == #"[1, "two", {"b":null}]"#)
            #expect(root["a"]?.elements.map(slice) == ["1", #""two""#, #"{"b":null}"#])
            #expect(slice(root["c"]) == "true")
        }
    }

    @Test func `a range leaves out a byte-order mark, and offsets count from the start`() throws {
        let bytes: [UInt8] = [0xef, 0xbb, 0xbf] + Array("[1]".utf8)
        try JSONDocument(bytes, in: 3..<6).withRoot { #expect($0.byteRange == 3..<6) }
        #expect(throws: JSONSyntaxError(offset: 0, reason: "expected a value")) {
            _ = try JSONDocument(bytes)
        }
    }

    @Test(arguments: [
        ("", 0), ("   ", 3), ("[1,]", 3), ("{\"a\":1,}", 7), ("[1 2]", 3), ("{\"a\" 1}", 5),
        ("{a:1}", 1), ("[1]x", 3), ("nul", 0), ("[01]", 1), ("[1.]", 3), ("[-]", 2), ("[1e]", 3),
        ("\"\u{1}\"", 1), ("\"abc", 4), ("\"\\x\"", 1), ("\"\\ud800\"", 1), ("\"\\udc00\"", 1),
        ("\"\\u12g4\"", 5), ("[1}", 2), ("{\"a\":1]", 6), ("[", 1), ("{", 1), ("{,}", 1),
        ("[,1]", 1),
        ("+1", 0), (".5", 0), ("NaN", 0), ("'a'", 0),
    ])
    func `what is not JSON is refused, with the place`(text: String, offset: Int) {
        let error = #expect(throws: JSONSyntaxError.self) { _ = try JSONDocument(Array(text.utf8)) }
        #expect(error?.offset == offset)
    }

    @Test(
        arguments: [
            [0x80], [0xc0, 0xaf], [0xe0, 0x80, 0xaf], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80],
            [0xf0, 0x80, 0x80, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xc3], [0xe2, 0x82],
            [0xe2, 0x28, 0xa1],
        ] as [[UInt8]])
    func `bytes that are not UTF-8 are refused`(bad: [UInt8]) {
        // Once where eight bytes are looked at in one step, and once near the end.
        for padding in ["", "0123456789"] {
            let document = Array("[\"\(padding)".utf8) + bad + Array("\(padding)\"]".utf8)
            #expect(throws: JSONSyntaxError.self) { _ = try JSONDocument(document) }
        }
    }

    @Test func `nesting is limited, and a million brackets need no stack`() throws {
        func nested(_ depth: Int) -> [UInt8] {
            Array(repeating: UInt8(ascii: "["), count: depth)
                + Array(repeating: UInt8(ascii: "]"), count: depth)
        }
        _ = try JSONDocument(nested(512))
        #expect(throws: JSONSyntaxError(offset: 512, reason: "nested deeper than 512")) {
            _ = try JSONDocument(nested(513))
        }
        #expect(throws: JSONSyntaxError.self) { _ = try JSONDocument(nested(1_000_000)) }
    }

    @Test func `quoting gives a string that reads back the same`() throws {
        let text = "a\"b\\c\n\u{0}\u{1f}/é😀\u{202e}"
        try root(JSONText.quoted(text)) { #expect($0.string == text) }
    }
}

extension String {
    fileprivate var trimmed: String {
        let kept = drop { $0 == " " }
        return String(kept.reversed().drop { $0 == " " }.reversed())
    }
}
