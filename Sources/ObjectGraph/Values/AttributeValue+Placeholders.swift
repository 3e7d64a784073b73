// Placeholders: the results of typed reads that must return a value when the stored
// one does not fit.

extension AttributeValue {
    /// Zero, `false`, an empty value or the first instant of 1970, if the type accepts it.
    public static var placeholder: Self? { Self(attributeValue: attributeType.zero) }
}

extension RawRepresentable where Self: AttributeValue, RawValue: AttributeValue {
    /// The first case of an enumeration, or else the value with a placeholder raw value.
    public static var placeholder: Self? {
        if let first = firstOfAllCases ?? firstInMemory { return first }
        return RawValue.placeholder.flatMap(Self.init(rawValue:))
    }

    private static var firstOfAllCases: Self? {
        func first<Cases: CaseIterable>(of type: Cases.Type) -> Self? {
            type.allCases.first.flatMap { $0 as? Self }
        }
        return (Self.self as? any CaseIterable.Type).flatMap { first(of: $0) }
    }

    /// The case with the bit pattern zero, created again from its raw value.
    ///
    /// - Invariant: The type occupies at most one byte, so it contains no reference. "No-payload
    ///   enums are laid out by assigning integers to their cases in declaration order" (Swift's
    ///   ABI, Type Layout), and a struct of one such byte, Boolean value or number accepts zero as
    ///   well. Only the raw value of the reinterpreted byte is read.
    private static var firstInMemory: Self? {
        let first: Self
        switch MemoryLayout<Self>.size {
        case 0: first = unsafe unsafeBitCast((), to: Self.self)
        case 1: first = unsafe unsafeBitCast(0 as UInt8, to: Self.self)
        default: return nil
        }
        return Self(rawValue: first.rawValue)
    }
}

extension AttributeType {
    /// The zero, `false` or empty value of this type.
    fileprivate var zero: Value {
        switch self {
        case .boolean: .boolean(false)
        case .integer16, .integer32, .integer64: .integer(0)
        case .float, .double: .double(0)
        case .decimal: .decimal(Int64(0).decimalValue)
        case .string: .string("")
        case .date: .date(Timestamp(uncheckedSeconds: 0, nanoseconds: 0))
        case .data: .data([])
        case .uuid: .zeroUUID
        case .url: .string("about:blank")
        case .array: .array([])
        case .dictionary: .dictionary([:])
        }
    }
}
