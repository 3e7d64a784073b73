import Synchronization

/// A cache of the schema structs of a model that were checked for reading.
///
/// Each schema struct is checked once for each model.
final class SchemaReadings: Sendable {
    /// The problem of each schema struct; an empty string if it has none.
    private let known = Mutex<[ObjectIdentifier: String]>([:])

    /// Returns the problem of a schema struct from the cache, or calls the closure to find it.
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
    /// Returns the reason why objects cannot be read through a schema struct; `nil` if they can.
    ///
    /// The reason is independent of the stored data.
    ///
    /// Reading never stops a process, so every attribute needs a substitute for stored values that
    /// do not fit. A model of schema structs without one is rejected. A model that was created by
    /// name does not contain the schema structs through which its objects will be read, so this
    /// check runs before the first read.
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
    /// Indicates whether a stored value that does not fit has no substitute.
    ///
    /// Neither the schema struct nor the Swift type has a substitute then.
    fileprivate var lacksStandIn: Bool {
        shape.defaultFault == .missing && defaultValue.isNull
    }

    /// Tests whether the Swift type accepts a default value of the model.
    fileprivate func fits(_ value: Value) -> Bool {
        guard !value.isNull, let value = type.normalized(value) else { return false }
        return (try? admitted(value)) != nil
    }
}
