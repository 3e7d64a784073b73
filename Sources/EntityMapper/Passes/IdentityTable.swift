import ObjectGraph

/// The keys of one identity space that occur in a payload, and the object each stands for.
struct IdentityTable {
    let plan: IdentitySpacePlan
    /// Keys that are whole numbers, in the order they first occurred; of a space of such only.
    private(set) var integerKeys: [Int64] = []
    /// Keys of other spaces, in the order they first occurred.
    private(set) var otherKeys: [[Value]] = []
    /// The objects of the keys.
    private(set) var objects: [Int32] = []
    private var integers = IntegerTable()
    private var others: [[Value]: Int] = [:]

    init(_ plan: IdentitySpacePlan) {
        self.plan = plan
    }

    /// Whether the payload has no key of the space.
    var isEmpty: Bool { objects.isEmpty }

    /// The keys as a store is asked for them.
    var keys: LookupKeys { plan.isInteger ? .integers(integerKeys) : .values(otherKeys) }

    /// The key at a place, as a store is asked for it.
    func key(at place: Int) -> [Value] {
        plan.isInteger ? [.integer(integerKeys[place])] : otherKeys[place]
    }

    /// The object of an integer key; `object` if the key is new.
    mutating func find(_ key: Int64, orInsert object: Int) -> Int32 {
        let place = integers.find(key, orInsert: objects.count)
        guard place == objects.count else { return objects[place] }
        integerKeys.append(key)
        objects.append(Int32(object))
        return Int32(object)
    }

    /// The object of a key; `object` if the key is new.
    mutating func find(_ key: [Value], orInsert object: Int) -> Int32 {
        if plan.isInteger {
            guard case .integer(let number) = key[0] else {
                preconditionFailure("a key of a space of whole numbers is no whole number")
            }
            return find(number, orInsert: object)
        }
        if let place = others[key] { return objects[place] }
        others[key] = objects.count
        otherKeys.append(key)
        objects.append(Int32(object))
        return Int32(object)
    }

    /// The object of a stored row's key, if the payload has it.
    func object(of row: Row) -> Int32? { place(of: row).map { objects[$0] } }

    /// The place of a stored row's key among the keys, if the payload has it.
    func place(of row: Row) -> Int? {
        if plan.isInteger {
            guard case .integer(let number) = row[plan.slots[0]] else { return nil }
            return integers[number]
        }
        return others[plan.slots.map { row[$0] }]
    }
}
