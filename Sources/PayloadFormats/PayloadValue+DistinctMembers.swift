import Payload

extension PayloadValue {
    /// The members of an object, each key once: with the last value, at the place of the first.
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
