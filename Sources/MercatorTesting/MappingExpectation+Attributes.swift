import EntityMapper
public import MercatorPayload
public import ObjectGraph

extension MappingExpectation {
    /// Expects an attribute to be mapped, with any value.
    ///
    /// - Parameters:
    ///   - source: The source path.
    ///   - attribute: The attribute: its name, or a key path such as `\Article.title`.
    ///   - record: The path of the record; by default, the first record.
    ///   - fileID: The file of the expectation.
    ///   - line: The line of the expectation.
    /// - Returns: The expectation.
    public static func attribute(
        from source: some PayloadPathConvertible, to attribute: some AttributeReference,
        at record: String? = nil, fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        let (source, name) = (PayloadPath(declared: source), attribute.nameInModel)
        return MappingExpectation(
            words("attribute", source, name) + location(record), at: CallSite(fileID, line)
        ) { run in
            _ = try run.value(from: source, to: name, at: record)
        }
    }

    /// Expects an attribute to be mapped to a value.
    ///
    /// - Parameters:
    ///   - source: The source path.
    ///   - attribute: The name of the attribute.
    ///   - value: The value after conversion, `.null` for `nil`.
    ///   - record: The path of the record; by default, the first record.
    ///   - fileID: The file of the expectation.
    ///   - line: The line of the expectation.
    /// - Returns: The expectation.
    public static func attribute(
        from source: some PayloadPathConvertible, to attribute: String,
        is value: Value,
        at record: String? = nil, fileID: String = #fileID, line: Int = #line
    ) -> MappingExpectation {
        let source = PayloadPath(declared: source)
        let words =
            words("attribute", source, attribute) + " with value \(value)" + location(record)
        return MappingExpectation(words, at: CallSite(fileID, line)) { run in
            let (found, type) = try run.value(from: source, to: attribute, at: record)
            guard found != (type?.normalized(value) ?? value) else { return }
            throw UnmetExpectation(.unexpectedValue, "it was mapped to unexpected value \(found)")
        }
    }

    /// Expects an attribute to be mapped to a value accepted by a closure.
    ///
    /// - Parameters:
    ///   - source: The source path.
    ///   - attribute: The name of the attribute.
    ///   - record: The path of the record; by default, the first record.
    ///   - fileID: The file of the expectation.
    ///   - line: The line of the expectation.
    ///   - isMet: Returns whether the value is correct, or throws an error that
    ///     describes the fault.
    /// - Returns: The expectation.
    public static func attribute(
        from source: some PayloadPathConvertible, to attribute: String,
        at record: String? = nil, fileID: String = #fileID, line: Int = #line,
        satisfies isMet: @escaping @Sendable (Value) throws -> Bool
    ) -> MappingExpectation {
        let source = PayloadPath(declared: source)
        let words =
            words("attribute", source, attribute) + " to satisfy a closure" + location(record)
        return MappingExpectation(words, at: CallSite(fileID, line)) { run in
            let (found, _) = try run.value(from: source, to: attribute, at: record)
            try require(found, "\(found)", isMet)
        }
    }
}

extension MappingTestRun {
    /// Returns the value assigned to an attribute from a source path, and the attribute's type.
    fileprivate func value(
        from source: PayloadPath, to attribute: String, at path: String?
    ) throws -> (Value, AttributeType?) {
        let (record, note) = try note(from: source, to: attribute, at: path)
        try requireApplied(record, note, from: source)
        let mapping = plan.mappings.mappings.first { $0.name == record.mapping }
        let description = mapping.flatMap {
            plan.model[$0.entity.name]?.attribute(named: attribute)
        }
        return (note.value, description?.type)
    }

    /// Throws unless a source path was applied to its record.
    func requireApplied(
        _ record: MappingRecording.Record, _ note: MappingRecording.Note, from source: PayloadPath
    ) throws(UnmetExpectation) {
        switch note.kind {
        case .notFound:
            throw UnmetExpectation(
                .notMapped,
                "there is no value at this path" + MissingKey(source, among: record.keys).advice)
        case .declined: throw UnmetExpectation(.notMapped, "a validation declined the value")
        case .failed: throw UnmetExpectation(.notMapped, "it does not fit: \(note.failure ?? "")")
        case .set where record.isApplied, .unchanged where record.isApplied: return
        case _ where record.isApplied:
            throw UnmetExpectation(.notMapped, "the record was mapped without this value")
        default:
            throw UnmetExpectation(.notMapped, "the record was not mapped: \(record.fate)")
        }
    }
}
