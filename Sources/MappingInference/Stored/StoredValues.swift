import ObjectGraph

/// Collects statistics of an attribute's values in stored objects.
struct StoredValues {
    private var profile = NodeProfile(KindCounts())
    private var hashes = HashSample(capacity: 100_000)
    private var words: [String: Int]? = [:]

    /// Adds a value; elements of a list count individually.
    mutating func add(_ value: Value) {
        switch value {
        case .null: return
        case .array(let elements): for element in elements { add(element) }
        case .integer(let number):
            profile.kinds.integers += 1
            profile.numbers.add(number)
            hashes.insert(ValueHash.bytes(Array("\(number)".utf8)))
        case .string(let text): add(text)
        case .uuid(let uuid):
            profile.texts.forms[.uuid, default: 0] += 1
            add("\(uuid)")
        case .boolean: profile.kinds.booleans += 1
        case .double, .decimal: profile.kinds.fractions += 1
        case .date, .data, .dictionary: profile.kinds.objects += 1
        }
    }

    private mutating func add(_ text: String) {
        // Empty texts are not keys.
        guard !text.isEmpty else { return }
        profile.kinds.texts += 1
        profile.texts.lengths.add(text.utf8.count)
        hashes.insert(ValueHash.bytes(Array(text.utf8)))
        guard text.utf8.count <= 40 else { return words = nil }
        words?[text, default: 0] += 1
        if words?.count ?? 0 > 64 { words = nil }
    }

    /// The statistics of the values added so far.
    var result: NodeProfile {
        var result = profile
        result.values = hashes.result
        result.texts.words = words
        result.count = result.kinds.scalars + result.kinds.objects
        return result
    }
}
