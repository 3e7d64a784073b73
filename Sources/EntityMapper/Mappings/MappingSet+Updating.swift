import ObjectGraph

/// Adjusting mappings that somebody else has put together, such as those made from a model.
extension MappingSet {
    /// The mapping of a name; of several, the first.
    ///
    /// - Parameter name: The name of an ``EntityMapping``.
    public subscript(name: String) -> EntityMapping? { mappings.first { $0.name == name } }

    /// The dynamic mapping of a name; of several, the first.
    ///
    /// - Parameter name: The name of a ``DynamicMapping``.
    public subscript(dynamic name: String) -> DynamicMapping? {
        dynamicMappings.first { $0.name == name }
    }

    /// Changes a mapping where it is.
    ///
    /// ```swift
    /// mappings.update("Article") { articles in
    ///     articles.addAttributeMapping(from: "headline", to: "title")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of an ``EntityMapping``; the plan reports one that is not there.
    ///   - change: What to change.
    public mutating func update(_ name: String, _ change: (inout EntityMapping) -> Void) {
        guard let place = mappings.firstIndex(where: { $0.name == name }) else {
            missedUpdates.append(MissedUpdate(name: name, isDynamic: false))
            return
        }
        change(&mappings[place])
    }

    /// Changes a dynamic mapping where it is.
    ///
    /// - Parameters:
    ///   - name: The name of a ``DynamicMapping``; the plan reports one that is not there.
    ///   - change: What to change.
    public mutating func update(dynamic name: String, _ change: (inout DynamicMapping) -> Void) {
        guard let place = dynamicMappings.firstIndex(where: { $0.name == name }) else {
            missedUpdates.append(MissedUpdate(name: name, isDynamic: true))
            return
        }
        change(&dynamicMappings[place])
    }

    /// A change for which there was no mapping.
    struct MissedUpdate: Equatable {
        let name: String
        let isDynamic: Bool
    }
}

extension PlanCompiler {
    /// Reports changes for which there was no mapping when they were to be made.
    mutating func reportMissedUpdates() {
        let own = mappings.mappings.map(\.name)
        let dynamic = mappings.dynamicMappings.map(\.name)
        for update in mappings.missedUpdates {
            let (wanted, others) = update.isDynamic ? (dynamic, own) : (own, dynamic)
            let kind = update.isDynamic ? "dynamic mapping" : "mapping"
            let message =
                if wanted.contains(update.name) {
                    "it was not there yet; add it before it is changed"
                } else if others.contains(update.name) {
                    update.isDynamic
                        ? "it is not dynamic; use update(_:_:)"
                        : "it is dynamic; use update(dynamic:_:)"
                } else {
                    "no \(kind) has this name\(Suggestion.text(for: update.name, among: wanted))"
                }
            report(
                .mapping, "", update.name, "update of \(kind) '\(update.name)': \(message)")
        }
    }
}
