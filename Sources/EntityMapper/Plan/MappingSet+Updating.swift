import ObjectGraph

/// Changes to mappings of an existing set, such as a set generated from a model.
extension MappingSet {
    /// Returns the first mapping with a name.
    ///
    /// - Parameter name: The name of an ``EntityMapping``.
    public subscript(name: String) -> EntityMapping? { mappings.first { $0.name == name } }

    /// Returns the first dynamic mapping with a name.
    ///
    /// - Parameter name: The name of a ``DynamicMapping``.
    public subscript(dynamic name: String) -> DynamicMapping? {
        dynamicMappings.first { $0.name == name }
    }

    /// Changes a mapping in place.
    ///
    /// ```swift
    /// mappings.update("Article") { articles in
    ///     articles.addAttributeMapping(from: "headline", to: "title")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of an ``EntityMapping``; the plan reports a name that the set does not
    ///     contain.
    ///   - change: A closure that changes the mapping.
    public mutating func update(_ name: String, _ change: (inout EntityMapping) -> Void) {
        guard let index = mappings.firstIndex(where: { $0.name == name }) else {
            missedUpdates.append(MissedUpdate(name: name, isDynamic: false))
            return
        }
        change(&mappings[index])
    }

    /// Changes a dynamic mapping in place.
    ///
    /// - Parameters:
    ///   - name: The name of a ``DynamicMapping``; the plan reports a name that the set does not
    ///     contain.
    ///   - change: A closure that changes the mapping.
    public mutating func update(dynamic name: String, _ change: (inout DynamicMapping) -> Void) {
        guard let index = dynamicMappings.firstIndex(where: { $0.name == name }) else {
            missedUpdates.append(MissedUpdate(name: name, isDynamic: true))
            return
        }
        change(&dynamicMappings[index])
    }

    /// An update of a mapping that the set did not contain.
    struct MissedUpdate: Equatable {
        let name: String
        let isDynamic: Bool
    }
}

extension PlanCompiler {
    /// Reports updates of mappings that the set did not contain at that time.
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
