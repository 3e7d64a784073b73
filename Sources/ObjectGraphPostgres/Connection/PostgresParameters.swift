package import ObjectGraph
package import ObjectGraphSQL

/// The values of a statement's parameters, in the binary format.
///
/// ```swift
/// var parameters = PostgresParameters()
/// parameters.append(42 as Int64)                                    // $1::bigint
/// parameters.append(names, of: .text)                               // $2::text[]
/// let result = try connection.query("SELECT …", parameters)
/// ```
package struct PostgresParameters: ~Copyable {
    /// The cells, one for each parameter.
    var cells = CellBuffer()
    private(set) var types: [PostgresType] = []
    private(set) var offsets: [Int] = []
    private(set) var hasArrays = false

    package init() {}

    /// Creates parameters of values, each with the type of its case.
    package init(_ values: [Value]) {
        for value in values { append(value) }
    }

    /// The number of parameters.
    package var count: Int { types.count }

    /// The size of all values in bytes.
    package var byteCount: Int { cells.count }

    private mutating func begin(_ type: PostgresType) {
        types.append(type)
        offsets.append(cells.count)
    }
}

/// Single values.
extension PostgresParameters {
    /// Appends `NULL`; without a type, the server derives it from the statement.
    package mutating func appendNull(_ type: PostgresType = .derived) {
        begin(type)
        cells.appendNull()
    }

    package mutating func append(_ number: Int64) {
        begin(.bigint)
        cells.append(number)
    }

    /// Appends a number, or `NULL`.
    package mutating func append(_ number: Int64?) {
        if let number { append(number) } else { appendNull(.bigint) }
    }

    package mutating func append(_ flag: Bool) {
        begin(.boolean)
        cells.append(flag)
    }

    package mutating func append(_ text: String) {
        begin(.text)
        cells.append(text)
    }

    /// Appends a value with the type of its case; ``ObjectGraph/Value/null`` has none.
    package mutating func append(_ value: Value) {
        guard let kind = StoreColumn.Kind(value) else { return appendNull() }
        append(value, kind)
    }

    /// Appends a value of a column's kind, or `NULL` for `null` and values of a different kind.
    ///
    /// - Returns: Whether the value is of the kind.
    @discardableResult
    package mutating func append(_ value: Value, _ kind: StoreColumn.Kind) -> Bool {
        begin(PostgresType(kind))
        return cells.append(value, kind)
    }
}

/// Arrays, for `= ANY($1)` and `unnest($1)`. A statement has the same text for any number of
/// elements.
extension PostgresParameters {
    /// Appends an array whose elements a closure appends as cells of a type.
    ///
    /// Elements of other types than `type` make the server refuse the statement.
    package mutating func appendArray<Failure: Error>(
        of type: PostgresType, _ fill: (inout CellBuffer) throws(Failure) -> Void
    ) throws(Failure) {
        begin(type.array)
        hasArrays = true
        try cells.appendArray(of: type, fill)
    }

    /// Appends a `bigint[]`.
    package mutating func append(_ numbers: some Sequence<Int64>) {
        appendArray(of: .bigint) { cells in
            for number in numbers { cells.append(number) }
        }
    }

    /// Appends a `text[]`.
    package mutating func append(_ texts: some Sequence<String>) {
        appendArray(of: .text) { cells in
            for text in texts { cells.append(text) }
        }
    }

    /// Appends an array of values of a column's kind; elements of other kinds become `NULL`, which
    /// equals no key.
    package mutating func append(_ values: some Sequence<Value>, of kind: StoreColumn.Kind) {
        appendArray(of: PostgresType(kind)) { cells in
            for value in values { cells.append(value, kind) }
        }
    }
}

extension StoreColumn.Kind {
    /// The kind of columns for values of a case; `nil` for `null`.
    package init?(_ value: Value) {
        switch value {
        case .null: return nil
        case .boolean: self = .boolean
        case .integer: self = .integer
        case .double: self = .double
        case .decimal: self = .decimal
        case .string: self = .text
        case .date: self = .date
        case .data: self = .data
        case .uuid: self = .uuid
        case .array, .dictionary: self = .json
        }
    }
}
