import SluiceHTTP

/// A rule of a field map, prepared for reading many elements: first keys are slots of a `JSONFields`.
///
/// Nearly every field is just a member of its element, and is read as such without looking further.
struct MappedRule {
    /// The slot of the member that the field is, where it is nothing but that.
    var member: Int?
    var sources: [Source] = []
    /// How the profile calls the place, for a message.
    var text = ""

    /// A source of a value.
    enum Source {
        case place(Place)
        case key
        case join([Piece])
        case test(Place, FieldRule.Test)
    }

    /// A piece of a join.
    enum Piece {
        case text(String)
        case place(Place)
    }

    /// A path, cut into its first key and the way on from there.
    struct Place {
        /// The slot of the first key; nil where the path doesn't begin with one.
        var slot: Int?
        var rest: JSONPath
        var text: String
    }

    /// Prepares rules, and gathers the keys that their slots stand for.
    struct Compiler {
        private(set) var keys: [JSONKey] = []
        /// Whether a field that is just a member is read without looking further.
        let readsMembers: Bool

        /// Prepares a rule; none gives nothing.
        mutating func rule(_ rule: FieldRule?) -> MappedRule {
            var sources: [Source] = []
            for source in rule?.sources ?? [] { sources.append(self.source(source)) }
            guard case .place(let first)? = sources.first else {
                return MappedRule(sources: sources)
            }
            let isMember = readsMembers && sources.count == 1 && first.rest.isRoot
            return MappedRule(
                member: isMember ? first.slot : nil, sources: sources, text: first.text)
        }

        private mutating func source(_ source: FieldRule.Source) -> Source {
            switch source {
            case .path(let path): return .place(place(path))
            case .key: return .key
            case .test(let path, let test): return .test(place(path), test)
            case .join(let pieces):
                var mapped: [Piece] = []
                for piece in pieces {
                    switch piece {
                    case .text(let text): mapped.append(.text(text))
                    case .path(let path): mapped.append(.place(place(path)))
                    }
                }
                return .join(mapped)
            }
        }

        private mutating func place(_ path: JSONPath) -> Place {
            guard let (key, rest) = path.splitFirstKey else {
                return Place(slot: nil, rest: path, text: path.text)
            }
            let slot = keys.firstIndex(of: key) ?? keys.count
            if slot == keys.count { keys.append(key) }
            return Place(slot: slot, rest: rest, text: path.text)
        }
    }
}
