import ObjectGraph

/// The keys of an identity space that occur in a payload, with the object of each.
struct IdentityTable {
    let plan: IdentitySpacePlan
    /// The integer keys in order of first occurrence; used if the space has integer keys.
    private(set) var integerKeys: [Int64] = []
    /// The keys of other spaces, in order of first occurrence.
    private(set) var otherKeys: [[Value]] = []
    /// The objects of the keys, by key index.
    private(set) var objects: [ObjectIndex] = []
    private var integers = IntegerTable()
    private var others: [[Value]: Int] = [:]

    init(_ plan: IdentitySpacePlan) {
        self.plan = plan
    }

    /// Indicates whether the payload contains no key of the space.
    var isEmpty: Bool { objects.isEmpty }

    /// The keys in the form of a store request.
    var keys: LookupKeys { plan.isInteger ? .integers(integerKeys) : .values(otherKeys) }

    /// Returns the key at an index in the form of a store request.
    func key(at index: Int) -> [Value] {
        plan.isInteger ? [.integer(integerKeys[index])] : otherKeys[index]
    }

    /// Returns the object of an integer key; inserts a new key with the given object.
    mutating func find(_ key: Int64, orInsert object: ObjectIndex) -> ObjectIndex {
        let index = integers.find(key, orInsert: objects.count)
        guard index == objects.count else { return objects[index] }
        integerKeys.append(key)
        objects.append(object)
        return object
    }

    /// Returns the object of a key; inserts a new key with the given object.
    mutating func find(_ key: [Value], orInsert object: ObjectIndex) -> ObjectIndex {
        if plan.isInteger {
            guard case .integer(let number) = key[0] else {
                preconditionFailure("a key of a space of whole numbers is no whole number")
            }
            return find(number, orInsert: object)
        }
        if let index = others[key] { return objects[index] }
        others[key] = objects.count
        otherKeys.append(key)
        objects.append(object)
        return object
    }

    /// Returns the object with the key of a stored row, if the payload contains the key.
    func object(of row: Row) -> ObjectIndex? { index(ofKeyIn: row).map { objects[$0] } }

    /// Returns the index of the key of a stored row, if the payload contains the key.
    func index(ofKeyIn row: Row) -> Int? {
        if plan.isInteger {
            guard case .integer(let number) = row[plan.slots[0]] else { return nil }
            return integers[number]
        }
        return others[plan.slots.map { row[$0] }]
    }
}
