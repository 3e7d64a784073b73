import Mercator

extension UnresolvedConnection {
    /// How many objects wait for how many, as a sentence.
    var sentence: String {
        let waiting = count == 1 ? "1 object waits" : "\(count) objects wait"
        let missing = keys.count == 1 ? "1 that is" : "\(keys.count) that are"
        return "\(entity).\(relationship): \(waiting) for \(missing) not here yet"
    }
}
