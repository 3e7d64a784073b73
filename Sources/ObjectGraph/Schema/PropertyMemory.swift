/// What the key paths of schema structs lead to, so that reading a property looks no name up.
///
/// A key path is known by its address: that of one written in the source is the same each time. The
/// memory keeps the key paths, so that no other one can get such an address.
struct PropertyMemory {
    /// One property of an entity.
    struct Property {
        let name: String
        /// The entity that the schema struct describes; -1 if the model has none.
        let entity: Int
        /// The slot of an attribute in its rows; -1 for everything else.
        let slot: Int
    }

    /// Key paths made at run time may be new each time; with this many the memory begins anew.
    private static let capacity = 1024

    private var places = IntegerTable()
    private var properties: [Property] = []
    private var paths: [AnyKeyPath] = []

    /// What is at a place; places are good until the next one is added.
    subscript(place: Int) -> Property { properties[place] }

    /// The attribute that a key path leads to, if it is known and of the entity itself.
    func attribute(of path: AnyKeyPath) -> (entity: Int, slot: Int)? {
        guard let place = places[PropertyMemory.key(path)], properties[place].slot >= 0 else {
            return nil
        }
        return (properties[place].entity, properties[place].slot)
    }

    /// The place of a key path that is known.
    func place(of path: AnyKeyPath) -> Int? { places[PropertyMemory.key(path)] }

    /// Remembers the property that a key path leads to.
    ///
    /// Returns its place.
    mutating func add(
        _ path: AnyKeyPath, _ name: String, of entityName: String, _ model: ManagedObjectModel
    ) -> Int {
        if properties.count == PropertyMemory.capacity { self = PropertyMemory() }
        let layout = model.layout(named: entityName)
        let slot = layout?.slotIndexes[name].flatMap { slot in
            layout?.slots[slot].attribute == nil ? nil : slot
        }
        places.set(PropertyMemory.key(path), properties.count)
        properties.append(Property(name: name, entity: layout?.index ?? -1, slot: slot ?? -1))
        paths.append(path)
        return properties.count - 1
    }

    private static func key(_ path: AnyKeyPath) -> Int64 {
        Int64(Int(bitPattern: ObjectIdentifier(path)))
    }
}
