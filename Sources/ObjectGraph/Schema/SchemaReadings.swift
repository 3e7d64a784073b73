import Synchronization

/// Whether schema structs can always be read through: asked once for each struct and model.
final class SchemaReadings: Sendable {
    /// The problem of each struct; an empty text for none.
    private let known = Mutex<[ObjectIdentifier: String]>([:])

    /// What is known of a struct, or else what is found out now.
    fileprivate func problem(
        of type: any Entity.Type, _ find: () -> String?
    ) -> String? {
        let key = ObjectIdentifier(type)
        if let answer = known.withLock({ $0[key] }) { return answer.isEmpty ? nil : answer }
        let problem = find()
        known.withLock { $0[key] = problem ?? "" }
        return problem
    }
}

extension ManagedObjectModel {
    /// Why a schema struct cannot be read through, whatever a store has; `nil` if it can.
    ///
    /// Reading never stops a process, so there must be something to read where a stored value does
    /// not fit. A model of schema structs is refused otherwise; one that was made by name cannot know
    /// which structs it will be read through, so this is asked when that begins.
    func problem(ofReading type: any Entity.Type) -> String? {
        readings.problem(of: type) { [self] in
            guard let layout = layout(named: type.entityName) else { return nil }
            let entity = type.entityDescription
            let attributes =
                entity.declaredAttributes + entity.ancestors.flatMap(\.declaredAttributes)
            let unreadable = attributes.filter { attribute in
                attribute.lacksStandIn
                    && !(layout.slotIndexes[attribute.name].map {
                        attribute.fits(layout.defaults[$0])
                    } ?? false)
            }
            guard let first = unreadable.first else { return nil }
            return "\(entity.name).\(first.name) cannot be read where a stored value does not fit: "
                + "make it optional, give it a default, or its type a placeholder"
        }
    }
}

extension AttributeDescription {
    /// Whether neither the struct nor the Swift type says what to read in the place of a bad value.
    fileprivate var lacksStandIn: Bool {
        shape.defaultFault == .missing && defaultValue.isNull
    }

    /// Whether the Swift type takes a default that the model has.
    fileprivate func fits(_ value: Value) -> Bool {
        guard !value.isNull, let value = type.normalized(value) else { return false }
        return (try? admitted(value)) != nil
    }
}
