/// Lower-case letters with accents, and the letters they are found by.
///
/// Latin, Greek and Cyrillic letters of the Unicode Character Database whose canonical decomposition
/// is a letter and marks (<https://unicode.org/reports/tr44/>), and those that people type without the
/// stroke or ligature: ø, ł, æ, ß. The standard library decomposes no text in public, and Foundation
/// is too much to load for it.
enum FoldingTable {
    /// What a letter is found by; nil for one that stands for itself.
    static func base(of letter: Unicode.Scalar) -> String? { bases[letter] }

    private static let bases: [Unicode.Scalar: String] = {
        var bases: [Unicode.Scalar: String] = [:]
        for (base, letters) in groups {
            for letter in letters.unicodeScalars { bases[letter] = base }
        }
        return bases
    }()

    private static let groups: [(base: String, letters: String)] = [
        ("a", "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ"),
        ("ae", "æǣǽ"),
        ("b", "ƀɓḃḅḇ"),
        ("c", "çćĉċčƈḉ"),
        ("d", "ðďđḋḍḏḑḓ"),
        ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ"),
        ("f", "ƒḟ"),
        ("g", "ĝğġģǥǧǵɠḡ"),
        ("h", "ĥħȟḣḥḧḩḫẖ"),
        ("i", "ìíîïĩīĭįıǐȉȋɨḭḯỉị"),
        ("ij", "ĳ"),
        ("j", "ĵǰ"),
        ("k", "ķĸƙǩḱḳḵ"),
        ("l", "ĺļľŀłƚḷḹḻḽ"),
        ("m", "ḿṁṃ"),
        ("n", "ñńņňŉŋǹɲṅṇṉṋ"),
        ("o", "òóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ"),
        ("oe", "œ"),
        ("p", "ƥṕṗ"),
        ("r", "ŕŗřȑȓṙṛṝṟ"),
        ("s", "śŝşšſșṡṣṥṧṩẛ"),
        ("ss", "ß"),
        ("t", "ţťŧƭțṫṭṯṱẗ"),
        ("th", "þ"),
        ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗʉṳṵṷṹṻụủứừửữự"),
        ("v", "ʋṽṿ"),
        ("w", "ŵẁẃẅẇẉẘ"),
        ("x", "ẋẍ"),
        ("y", "ýÿŷƴȳẏẙỳỵỷỹ"),
        ("z", "źżžƶẑẓẕ"),
        ("ʒ", "ǯ"),
        ("ʹ", "ʹ"),
        ("α", "άἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ"),
        ("ε", "έἐἑἒἓἔἕὲέ"),
        ("η", "ήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ"),
        ("ι", "ΐίϊἰἱἲἳἴἵἶἷὶίιῐῑῒΐῖῗ"),
        ("ο", "όὀὁὂὃὄὅὸό"),
        ("ρ", "ῤῥ"),
        ("σ", "ς"),
        ("υ", "ΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ"),
        ("ω", "ώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ"),
        ("ϒ", "ϓϔ"),
        ("а", "ӑӓ"),
        ("г", "ѓ"),
        ("е", "ѐёӗ"),
        ("ж", "ӂӝ"),
        ("з", "ӟ"),
        ("и", "йѝӣӥ"),
        ("к", "ќ"),
        ("о", "ӧ"),
        ("у", "ўӯӱӳ"),
        ("ч", "ӵ"),
        ("ы", "ӹ"),
        ("э", "ӭ"),
        ("і", "ї"),
        ("ѵ", "ѷ"),
        ("ә", "ӛ"),
        ("ө", "ӫ"),
    ]
}
