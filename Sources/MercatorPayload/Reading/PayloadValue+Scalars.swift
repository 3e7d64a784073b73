extension PayloadValue {
    /// Indicates whether the value is `null`.
    public var isNull: Bool { kind == .null }

    /// The Boolean value, or `nil` for other kinds.
    public var bool: Bool? { document.tape.boolean(at: position) }

    /// The number as an exact integer, or `nil` if it is not representable or of another kind.
    ///
    /// `1e3` and `1.0` are integers: 1000 and 1.
    public var int64: Int64? { document.tape.int64(at: position) }

    /// The number as an exact unsigned integer, or `nil` if not representable or of another kind.
    public var uint64: UInt64? { document.tape.uint64(at: position) }

    /// The number rounded to the nearest double.
    ///
    /// It is `nil` for other kinds, on overflow, and on underflow to zero.
    public var double: Double? { document.tape.double(at: position) }

    /// The number as an exact decimal.
    ///
    /// It is `nil` for other kinds and numbers with more than 38 digits.
    public var decimal: PayloadDecimal? { document.tape.decimal(at: position) }

    /// The string with escape sequences resolved, or `nil` for other kinds.
    public var string: String? {
        kind == .string ? document.tape.string(at: position) : nil
    }

    /// The number as written in the payload, or `nil` for other kinds.
    public var numberText: String? {
        kind == .number ? document.tape.string(at: position) : nil
    }
}
