/// Identifiers of objects that exist only in a dry run.
extension ManagedObjectID {
    /// The first number of dry runs, which is beyond the numbers of any store.
    package static let firstProvisionalNumber = Int64(1) << 62

    /// Indicates whether the object exists only in a dry run.
    ///
    /// Its text is `Article/new-1`: the first article that the dry run would have inserted. A real
    /// run assigns a different number, and lookups by a provisional identifier find nothing.
    public var isProvisional: Bool { number >= Self.firstProvisionalNumber }

    /// The number as text: `42`, or `new-1`.
    var numberText: String {
        isProvisional ? "new-\(number - Self.firstProvisionalNumber + 1)" : "\(number)"
    }

    /// Reads the form of ``description``; `nil` for any other text.
    public init?(_ description: String) {
        guard let slash = description.lastIndex(of: "/"), slash > description.startIndex else {
            return nil
        }
        let digits = description[description.index(after: slash)...]
        let entityName = String(description[..<slash])
        let number: Int64?
        if digits.hasPrefix("new-") {
            number = Int64(digits.dropFirst(4)).flatMap { ordinal in
                ordinal > 0 && ordinal <= .max - Self.firstProvisionalNumber
                    ? Self.firstProvisionalNumber + ordinal - 1 : nil
            }
        } else {
            number = Int64(digits)
        }
        guard let number else { return nil }
        self.init(entityName: entityName, number: number)
        guard self.description == description else { return nil }
    }
}
