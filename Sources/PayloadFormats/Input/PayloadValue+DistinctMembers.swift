import MercatorPayload

extension PayloadValue {
    /// The members of an object with distinct keys, each with its last value at its first position.
    var distinctMembers: [(key: String, value: PayloadValue)] {
        var indices: [[UInt8]: Int] = [:]
        var distinct: [(key: String, value: PayloadValue)] = []
        for member in members {
            let key = Array(member.key.utf8)
            if let index = indices[key] {
                distinct[index] = member
            } else {
                indices[key] = distinct.count
                distinct.append(member)
            }
        }
        return distinct
    }
}
