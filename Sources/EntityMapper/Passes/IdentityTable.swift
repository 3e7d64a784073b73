import ObjectGraph

/// The keys of one identity space that occur in a payload, and the object each stands for.
struct IdentityTable {
    let plan: IdentitySpacePlan
    /// The keys in the order they first occurred, as a store is asked for them.
    private(set) var keys: [[Value]] = []
    /// The objects of the keys.
    private(set) var objects: [Int32] = []
    private var integers = IntegerTable()
    private var others: [[Value]: Int] = [:]

    init(_ plan: IdentitySpacePlan) {
        self.plan = plan
    }

    /// The object of an integer key; `object` if the key is new.
    mutating func find(_ key: Int64, orInsert object: Int) -> Int32 {
        let place = integers.find(key, orInsert: keys.count)
        return found(at: place, [.integer(key)], object)
    }

    /// The object of a key; `object` if the key is new.
    mutating func find(_ key: [Value], orInsert object: Int) -> Int32 {
        if plan.isInteger, case .integer(let number) = key[0] {
            return find(number, orInsert: object)
        }
        let place = others[key] ?? keys.count
        if place == keys.count { others[key] = place }
        return found(at: place, key, object)
    }

    /// The object of a stored row's key, if the payload has it.
    func object(of row: Row) -> Int32? {
        if plan.isInteger {
            guard case .integer(let number) = row[plan.slots[0]] else { return nil }
            return integers[number].map { objects[$0] }
        }
        return others[plan.slots.map { row[$0] }].map { objects[$0] }
    }

    private mutating func found(
        at place: Int, _ key: @autoclosure () -> [Value], _ object: Int
    ) -> Int32 {
        guard place == keys.count else { return objects[place] }
        keys.append(key())
        objects.append(Int32(object))
        return Int32(object)
    }
}
