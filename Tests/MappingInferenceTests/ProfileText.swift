import MappingInference

extension PayloadProfile {
    /// All that a profile says, as text to compare: sets and dictionaries in order.
    var text: String { text(withExamples: true) }

    /// All that a profile says, with or without the values that come first.
    func text(withExamples: Bool) -> String {
        var lines = groups.map { group in
            "group \(group.name) at \(group.root.rawValue): "
                + group.sources.map { "\($0.name) \($0.documents) \($0.objects)" }.joined(
                    separator: ", ")
        }
        lines += limits
        for (index, place) in nodes.enumerated() {
            lines.append(
                "\(index) \(place.step) in \(place.parent?.rawValue ?? -1): \(place.count) \(place.kinds)"
            )
            lines.append(
                "  \(place.numbers) \(place.lengths.shortest) \(place.lengths.longest) "
                    + "\(withExamples ? place.examples : [])"
            )
            lines.append(
                "  \(place.texts.text) \(place.values.text) \(String(describing: place.map))")
            lines.append(
                "  columns \(place.columns.map(\.rawValue)) children \(place.children.map(\.rawValue))"
            )
            if let keys = place.keys {
                lines.append(
                    "  keys \(keys.values.text) \(keys.texts.text) \(keys.numbers) "
                        + "\(withExamples ? keys.examples : []) \(keys.count) \(keys.areIntegers) "
                        + "\(keys.repeats) \(keys.agreeingRepeats)"
                )
            }
            lines += place.candidates.map { "  " + $0.text }
            lines += place.variants.map { "  " + $0.text }
        }
        return lines.joined(separator: "\n")
    }
}

extension ValueSample {
    var text: String { "\(hashes.sorted()) below \(bound)" }
}

extension TextStatistics {
    var text: String {
        let counts = [
            forms.map { "\($0.key) \($0.value)" }, collections.map { "\($0.key) \($0.value)" },
            (words ?? ["too many": 0]).map { "\($0.key) \($0.value)" },
        ]
        return "\(empty) \(lengths.shortest) \(lengths.longest) \(collectionOverflow) "
            + "\(counts.map { $0.sorted() })"
    }
}

extension KeyTable {
    var text: String {
        let entries = entries.map { "\($0.key) \($0.value.count) \($0.value.hashes)" }.sorted()
        return
            "\(columns.map(\.rawValue)) \(present) \(missing) \(distinct) \(repeatsWithinParent) "
            + "\(valuesOfSeveralParents) \(orderedLists) \(unorderedLists) \(agreeing) \(differing) "
            + "\(String(describing: conflict)) \(entries) below \(bound)"
    }
}

extension VariantTable {
    var text: String {
        guard let variants else { return "\(column.rawValue) too many" }
        return "\(column.rawValue) "
            + variants.map { value, variant in
                "\(value) \(variant.count) \(variant.presence) \(variant.keys.map(\.text))"
            }.sorted().joined(separator: "; ")
    }
}
