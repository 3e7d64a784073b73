extension PayloadDocument {
    /// What a merge still has to write; the last step comes first.
    private enum MergeStep {
        case write(PayloadValue)
        case merge(PayloadValue, PayloadValue)
        case writeKey(ArraySlice<UInt8>)
        case closeObject
    }

    /// This document with the members of another laid over it.
    ///
    /// Objects merge member by member, however deep. Everything else is replaced by what the
    /// other document has: arrays as a whole, values of another kind, and by `null` as well.
    /// Members keep their order; new ones come last. (RestKit's deep dictionary merge.)
    ///
    /// ```swift
    /// let base = try PayloadDocument(parsing: #"{"name": {"first": "Blake"}}"#)
    /// let more = try PayloadDocument(parsing: #"{"name": {"last": "Watters"}}"#)
    /// try base.merging(more).jsonBytes()   // {"name":{"first":"Blake","last":"Watters"}}
    /// ```
    ///
    /// - Parameters:
    ///   - other: The document that wins.
    ///   - options: How large the outcome may be.
    /// - Returns: A new document, with places of its own.
    /// - Throws: ``PayloadError`` where the outcome exceeds a limit.
    /// - Complexity: O(bytes of both documents).
    public func merging(
        _ other: PayloadDocument, options: PayloadOptions = PayloadOptions()
    ) throws(PayloadError) -> PayloadDocument {
        var writer = JSONWriter()
        var steps = [MergeStep.merge(root, other.root)]
        while let step = steps.popLast() {
            switch step {
            case .merge(let base, let winner) where base.kind == .object && winner.kind == .object:
                writer.open(isObject: true)
                steps.append(.closeObject)
                steps.append(contentsOf: PayloadDocument.merge(base, winner).reversed())
            case .write(let value), .merge(_, let value):
                writer.write(value.position, of: value.document.tape)
            case .writeKey(let key): writer.writeKey(key)
            case .closeObject: writer.close(isObject: true)
            }
        }
        return try PayloadDocument(parsing: writer.takeBytes(), options: options)
    }

    /// The steps that write the members of two objects, in the order of the outcome.
    private static func merge(_ base: PayloadValue, _ winner: PayloadValue) -> [MergeStep] {
        let (tape, others) = (base.document.tape, winner.document.tape)
        let additions = others.distinctMembers(of: winner.position)
        let values = Dictionary(
            uniqueKeysWithValues: additions.map { (others.text(at: $0.key), $0.value) })
        var merged: Set<ArraySlice<UInt8>> = []
        var steps: [MergeStep] = []
        for member in tape.distinctMembers(of: base.position) {
            let key = tape.text(at: member.key)
            let value = PayloadValue(base.document, at: member.value)
            steps.append(.writeKey(key))
            if let other = values[key] {
                steps.append(.merge(value, PayloadValue(winner.document, at: other)))
                merged.insert(key)
            } else {
                steps.append(.write(value))
            }
        }
        for member in additions where !merged.contains(others.text(at: member.key)) {
            steps.append(.writeKey(others.text(at: member.key)))
            steps.append(.write(PayloadValue(winner.document, at: member.value)))
        }
        return steps
    }
}
