import ObjectGraph

extension AttributeType {
    /// The treatment of values of another type by an attribute of this one.
    enum Fit: Equatable {
        /// The attribute keeps the values.
        case fits
        /// An attribute of another type keeps the values of both.
        case widened(AttributeType)
        /// No type keeps both in one meaning.
        case conflict
    }

    /// Returns the type that keeps the values of this type and those of another one.
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

    /// The types of numbers, each of which keeps the values of those before it.
    ///
    /// A double keeps the integers of payloads that are not identities, as JSON's own numbers do.
    private static let numbers: [AttributeType] = [
        .integer16, .integer32, .integer64, .float, .double, .decimal,
    ]
}
