import MercatorPayload
import ObjectGraph

/// The words for records and values in issues.
extension RecordGraph {
    /// Returns the identification of a record as text, as far as its values convert.
    func identity(of index: RecordIndex) -> String? {
        let record = records[index]
        let plan = plan(of: record)
        let parts = (plan.identification?.attributes ?? []).compactMap { number -> String? in
            let attribute = plan.attributes[number]
            guard let position = field(number, of: record).position,
                case .value(let value) = attribute.conversion.convert(document, at: position),
                !value.isNull
            else { return nil }
            return "\(attribute.name): \(value)"
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    /// Returns the description of a mapped path that is absent from a record.
    ///
    /// - Parameters:
    ///   - path: The index of the path in the plan; `nil` if nothing is mapped to the property.
    ///   - record: The record.
    ///   - isDetailed: Indicates whether similar keys of the representation are searched.
    /// - Returns: The description.
    /// - Complexity: O(keys of the representation), or O(1) without details.
    func absence(of path: Int?, in record: RecordIndex, isDetailed: Bool) -> String {
        guard let path else { return "none; nothing is mapped to it" }
        let source = plan(of: record).paths[path]
        guard !source.components.isEmpty, !records[record].isIdentifier else { return "none" }
        guard isDetailed else { return "no '\(source)'" }
        let representation = PayloadValue(
            document, at: records[record].representation.position)
        return MissingKey(source, in: representation).description
    }

    /// Returns the description of a value that was read as nil.
    ///
    /// The value is `null`, or a transform converted it to nil.
    func wordForNil(at index: TapeIndex, _ attribute: AttributePlan) -> String {
        let word = document.tape.word(at: index.position)
        guard !document.tape.isNull(at: index.position) else { return word }
        let conversion = attribute.conversion
        return conversion.isStandard
            ? "\(word) without a value"
            : "\(word) that the transform '\(conversion.transform)' made nil"
    }

    /// Returns the index of the mapped path of a property.
    ///
    /// If several paths are mapped, the path whose value is at the tape index is preferred, then
    /// the first.
    func path(ofProperty name: String, at index: TapeIndex?, in record: RecordIndex) -> Int? {
        let plan = plan(of: record)
        let paths = plan.paths.indices.filter { plan.nameOfTarget($0) == name }
        return paths.first { field($0, of: records[record]).index == index } ?? paths.first
    }
}
