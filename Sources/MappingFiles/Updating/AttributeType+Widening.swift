import ObjectGraph

extension AttributeType {
    /// The result of storing values of a second type in an attribute of this type.
    enum Fit: Equatable {
        /// The attribute keeps the values.
        case fits
        /// A wider type holds the values of both.
        case widened(AttributeType)
        /// No type keeps both in one meaning.
        case conflict
    }

    /// Returns the type that holds values of this type and of a second type.
    ///
    /// Numbers become wider, anything that has a text becomes text, and a scalar becomes a list. A
    /// dictionary fits nothing else, nor does a date a number, whose meaning differs.
    func fit(for other: AttributeType) -> Fit {
        if self == other { return .fits }
        switch (self, other) {
        case (.dictionary, _), (_, .dictionary): return .conflict
        case (.array, _): return .fits
        case (_, .array): return .widened(.array)
        case (.string, _): return .fits
        case (_, .string): return .widened(.string)
        default: break
        }
        guard let own = Self.numbers.firstIndex(of: self),
            let new = Self.numbers.firstIndex(of: other)
        else { return .conflict }
        return new <= own ? .fits : .widened(other)
    }

    /// The numeric types; each holds the values of its predecessors.
    ///
    /// A double holds the integers of payloads, except identities, like JSON's numbers.
    private static let numbers: [AttributeType] = [
        .integer16, .integer32, .integer64, .float, .double, .decimal,
    ]
}
