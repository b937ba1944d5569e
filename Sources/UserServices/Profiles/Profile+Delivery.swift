extension Profile {
    /// What the list delivers.
    var listFields: UserFields { delivered(by: list.people, isFilled: list.isFilled) }

    /// What every search delivers; a field that only some do would blank the others' people.
    var searchFields: UserFields {
        searches.map { delivered(by: $0.people, isFilled: $0.isFilled) }
            .reduce(UserFields.all) { $0.intersection($1) }
    }

    /// What is known of somebody whom a list or a search names.
    var namedFields: UserFields {
        searches.isEmpty ? listFields : listFields.union(searchFields)
    }

    /// Whether a list or a search leaves out keys of which that says nothing.
    var isPartial: Bool {
        let ways = [(list.people, list.isFilled)] + searches.map { ($0.people, $0.isFilled) }
        return ways.contains { $0.isPartial && !$1 }
    }

    /// Whether `detail` tells what a list or a search may not: what they brought is then not all there
    /// is to show of a person.
    var detailTellsMore: Bool {
        guard let detail else { return false }
        if isPartial { return true }
        return !listFields.intersection(searchFields)
            .isSuperset(of: UserFields(detail.person.fields))
    }

    /// Whether a search tells a field of those whom it finds.
    func finds(by field: UserField) -> Bool {
        searches.contains { delivered(by: $0.people, isFilled: $0.isFilled).contains(field) }
    }

    private func delivered(by people: PeopleRule, isFilled: Bool) -> UserFields {
        let own = UserFields(people.fields)
        guard isFilled, let detail else { return own }
        return own.union(UserFields(detail.person.fields))
    }
}
