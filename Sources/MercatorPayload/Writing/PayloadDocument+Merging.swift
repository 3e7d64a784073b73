extension PayloadDocument {
    /// A pending step of a merge; steps are kept in reverse order.
    private enum MergeStep {
        case write(PayloadValue)
        case merge(PayloadValue, PayloadValue)
        case writeKey(ArraySlice<UInt8>)
        case closeObject
    }

    /// Returns this document deeply merged with the other.
    ///
    /// Objects merge member by member, at any depth. All other values are replaced by the
    /// corresponding values of the other document: arrays as a whole, values of different kinds,
    /// and also by `null`. Members keep their order; new members come last. (Modelled on RestKit's
    /// deep dictionary merge.)
    ///
    /// ```swift
    /// let base = try PayloadDocument(parsing: #"{"name": {"first": "Blake"}}"#)
    /// let more = try PayloadDocument(parsing: #"{"name": {"last": "Watters"}}"#)
    /// try base.merging(more).jsonBytes()   // {"name":{"first":"Blake","last":"Watters"}}
    /// ```
    ///
    /// - Parameters:
    ///   - other: The document that takes precedence.
    ///   - options: The size limits of the result.
    /// - Returns: A new document with its own locations.
    /// - Throws: ``PayloadError`` if the result exceeds a limit.
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

    /// Returns the steps that write the merged members of two objects, in output order.
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
