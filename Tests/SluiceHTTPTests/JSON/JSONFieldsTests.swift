import Testing

@testable import SluiceHTTP

@Suite struct `JSON fields` {
    @Test func `read in one walk what lookups give, whatever the order of the keys`() throws {
        let text = #"""
            [{"id":1,"name":"a","x":0},{"id":2,"name":"b","x":0},{"name":"c","id":3},{"x":{"id":9},"id":4},
             {},5,{"i\u0064":6,"id":7,"name":null},{"id":8,"extra":[1,2],"name":"h"}]
            """#
        let keys: [JSONKey] = ["id", "name", "gone"]
        try JSONDocument(Array(text.utf8)).withRoot { root in
            var fields = JSONFields(keys)
            for element in root.elements {
                fields.read(element)
                for (slot, key) in keys.enumerated() {
                    #expect(fields[slot]?.byteRange == element[key]?.byteRange)
                }
            }
        }
    }
}
