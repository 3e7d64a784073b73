extension ChangeReport {
    /// Returns the report with other values, for outputs that do not show all values.
    ///
    /// ```swift
    /// let shown = report.replacingValues { name, value, _ in name == "password" ? "…" : value }
    /// ```
    ///
    /// - Parameter replacement: A closure that returns the value to show for an attribute value;
    ///   its third argument indicates whether the value identifies the object.
    /// - Returns: The report, with the same objects and properties.
    package func replacingValues(
        _ replacement: (_ name: String, _ value: Value, _ isKey: Bool) -> Value
    ) -> ChangeReport {
        ChangeReport(
            objects: objects.map { object in
                let keys = Set(object.name.identity.map(\.name))
                return ObjectChange(
                    name: object.name.replacingValues(replacement), kind: object.kind,
                    attributes: object.attributes.map { change in
                        let isKey = keys.contains(change.name)
                        return AttributeChange(
                            name: change.name, type: change.type,
                            old: replacement(change.name, change.old, isKey),
                            new: replacement(change.name, change.new, isKey))
                    },
                    relationships: object.relationships.map { change in
                        RelationshipChange(
                            name: change.name, isToMany: change.isToMany,
                            added: change.added.map { $0.replacingValues(replacement) },
                            removed: change.removed.map { $0.replacingValues(replacement) },
                            moved: change.moved.map {
                                Move(
                                    object: $0.object.replacingValues(replacement), from: $0.from,
                                    to: $0.to)
                            })
                    })
            })
    }
}

extension ChangeReport.ObjectName {
    fileprivate func replacingValues(
        _ replacement: (String, Value, Bool) -> Value
    ) -> ChangeReport.ObjectName {
        ChangeReport.ObjectName(
            identifier: identifier, entityName: entityName,
            identity: identity.map {
                .init(name: $0.name, type: $0.type, value: replacement($0.name, $0.value, true))
            })
    }
}
