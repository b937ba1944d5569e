/// Conditions on the columns of a row, all of which hold: a column contains a text, case and accents aside.
///
/// In SQL it is the function `holds`, which takes the conditions and the columns' values. So a
/// statement's text is the same for any number of conditions:
///
/// ```sql
/// SELECT … FROM note WHERE (?1 IS NULL OR holds(?1, title, body))
/// ```
package struct Conditions: Sendable, Hashable {
    /// The conditions as bound: column, colon, text, a unit separator after each; nil when there are none.
    package private(set) var bound: String?

    static let separator = UInt8(0x1F)

    /// No conditions, which every row meets.
    package init() {}

    /// Adds one: the value in `column`, from 0 in the function's list, contains `text`.
    package mutating func add(column: Int, contains text: String) {
        let sought = TextFolding.folded(text).unicodeScalars.filter { $0.value != 0x1F }
        bound = "\(bound ?? "")\(column):\(String(String.UnicodeScalarView(sought)))\u{1F}"
    }
}
