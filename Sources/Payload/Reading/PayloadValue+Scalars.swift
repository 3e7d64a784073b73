extension PayloadValue {
    /// Whether the value is `null`.
    public var isNull: Bool { kind == .null }

    /// The truth value, or `nil` for other kinds.
    public var bool: Bool? { document.tape.boolean(at: position) }

    /// The number as an integer, exactly, or `nil` where it is none or does not fit.
    ///
    /// `1e3` and `1.0` are integers: 1000 and 1.
    public var int64: Int64? { document.tape.int64(at: position) }

    /// The number as an unsigned integer, exactly, or `nil` where it is none or does not fit.
    public var uint64: UInt64? { document.tape.uint64(at: position) }

    /// The number as the nearest double, or `nil` for other kinds and beyond the largest double.
    public var double: Double? { document.tape.double(at: position) }

    /// The number as a decimal, exactly, or `nil` for other kinds and with more than 38 digits.
    public var decimal: PayloadDecimal? { document.tape.decimal(at: position) }

    /// The string with its escapes resolved, or `nil` for other kinds.
    public var string: String? {
        kind == .string ? document.tape.string(at: position) : nil
    }

    /// The number as the payload wrote it, or `nil` for other kinds.
    public var numberText: String? {
        kind == .number ? document.tape.string(at: position) : nil
    }
}
