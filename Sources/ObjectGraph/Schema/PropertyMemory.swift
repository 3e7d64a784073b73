/// A cache of the properties at the key paths of schema structs.
///
/// Reading a property therefore needs no lookup by name.
///
/// The cache is keyed by the address of the key path: a key path literal is the same
/// object each time it is evaluated. The cache retains the key paths, so that no other can
/// get the same address.
struct PropertyMemory {
    /// One property of an entity.
    struct Property {
        let name: String
        /// The index of the entity of the schema struct; -1 if the model has none.
        let entity: Int
        /// The slot of an attribute in the rows of the entity; -1 for any other property.
        let slot: Int
    }

    /// An attribute with the address of its key path, which is never zero.
    private struct CachedAttribute {
        var key: Int64 = 0
        var entity: Int32 = -1
        var slot: Int32 = -1
    }

    /// The number of cached attributes, a power of two.
    private static let attributeCount = 64
    /// The greatest number of entries; a full cache is emptied.
    ///
    /// The limit exists because key paths created at run time can be new each time.
    private static let capacity = 1024

    private var indices = IntegerTable()
    /// Some of the attributes, by the lowest bits of the address of their key path.
    private var attributes: [CachedAttribute] = []
    private var properties: [Property] = []
    private var paths: [AnyKeyPath] = []

    /// Returns the property at an index, which is valid until the next property is added.
    subscript(index: Int) -> Property { properties[index] }

    /// Returns the entity and the slot of the attribute at a key path, if both are at hand.
    ///
    /// There is room for one attribute of those whose key paths have the same lowest bits.
    func attribute(of path: AnyKeyPath) -> (entity: Int, slot: Int)? {
        let key = PropertyMemory.key(path)
        let index = PropertyMemory.attributeIndex(key)
        guard index < attributes.count, attributes[index].key == key else { return nil }
        return (Int(attributes[index].entity), Int(attributes[index].slot))
    }

    /// Returns the index of the property at a key path, if it is cached.
    func index(of path: AnyKeyPath) -> Int? { indices[PropertyMemory.key(path)] }

    /// Adds the property at a key path, and returns its index.
    mutating func add(
        _ path: AnyKeyPath, _ name: String, of entityName: String, _ model: ManagedObjectModel
    ) -> Int {
        if properties.count == PropertyMemory.capacity { self = PropertyMemory() }
        let layout = model.layout(named: entityName)
        let slot = layout?.slotIndexes[name].flatMap { slot in
            layout?.slots[slot].attribute == nil ? nil : slot
        }
        indices.set(PropertyMemory.key(path), properties.count)
        properties.append(Property(name: name, entity: layout?.index ?? -1, slot: slot ?? -1))
        paths.append(path)
        if let layout, let slot { cache(path, entity: layout.index, slot: slot) }
        return properties.count - 1
    }

    private mutating func cache(_ path: AnyKeyPath, entity: Int, slot: Int) {
        if attributes.isEmpty {
            attributes = Array(repeating: CachedAttribute(), count: PropertyMemory.attributeCount)
        }
        let key = PropertyMemory.key(path)
        attributes[PropertyMemory.attributeIndex(key)] = CachedAttribute(
            key: key, entity: Int32(entity), slot: Int32(slot))
    }

    /// Returns the index of a cached attribute: objects lie at multiples of sixteen bytes.
    private static func attributeIndex(_ key: Int64) -> Int {
        Int(truncatingIfNeeded: key >> 4) & (attributeCount - 1)
    }

    private static func key(_ path: AnyKeyPath) -> Int64 {
        Int64(Int(bitPattern: ObjectIdentifier(path)))
    }
}
