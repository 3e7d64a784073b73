import EntityMapper
import MercatorPayload

/// A search for keys of a payload that are not mapped.
struct UnmappedKeySearch {
    /// An unmapped key.
    struct Key {
        /// The tape index of the value at its first occurrence.
        let position: Int
        /// The last record that was counted.
        var lastRecord: Int
        var recordCount = 1
    }

    /// The unmapped keys in the representations of each mapping, by path.
    private(set) var found: [[String: Key]]
    /// The unmapped keys outside of the root paths, by path.
    private(set) var foundAtTop: [String: Key] = [:]
    private let plan: MappingPlan
    private let tape: PayloadTape
    private let size: (words: Int, bytes: Int)
    private let distantValues: [Int]

    init(
        _ plan: MappingPlan, _ tape: PayloadTape, _ size: (words: Int, bytes: Int),
        distantValues: [Int]
    ) {
        self.plan = plan
        self.tape = tape
        self.size = size
        self.distantValues = distantValues.sorted()
        found = plan.entities.map { _ in [:] }
    }

    /// Searches the top of the payload and all records.
    ///
    /// - Complexity: O(payload + records × log records).
    mutating func run(_ records: [ExplanationObserver.TracedRecord]) {
        KeyUse.unread(0, tape, by: [plan.keyUseOfRoots]) { path, key in
            if !isReadFromElsewhere(key) { Self.note(path, key, of: 0, in: &foundAtTop) }
        }
        let uses = plan.keyUses
        // If several mappings share a representation, a key is mapped if any of them maps it.
        let known = records.indices.filter { Int(records[$0].position) < tape.words.count }
            .sorted { (records[$0].position, $0) < (records[$1].position, $1) }
        var rest = known[...]
        while let first = rest.first {
            let same = rest.prefix { records[$0].position == records[first].position }
            rest = rest.dropFirst(same.count)
            let mapping = Int(records[first].plan)
            let shared = Set(same.map { Int(records[$0].plan) }).map { uses[$0] }
            KeyUse.unread(Int(records[first].position), tape, by: shared) { path, key in
                guard !isReadFromElsewhere(key) else { return }
                Self.note(path, key, of: first, in: &found[mapping])
            }
        }
    }

    private static func note(
        _ path: String, _ key: Int, of record: Int, in found: inout [String: Key]
    ) {
        guard let known = found[path] else {
            found[path] = Key(position: key + 1, lastRecord: record)
            return
        }
        guard known.lastRecord != record else { return }
        found[path]?.lastRecord = record
        found[path]?.recordCount += 1
    }

    /// Tests whether a path from another representation reads a key, its value, or part of it.
    private func isReadFromElsewhere(_ key: Int) -> Bool {
        var (low, high) = (0, distantValues.count)
        while low < high {
            let middle = (low + high) / 2
            if distantValues[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low < distantValues.count && distantValues[low] < tape.next(after: key + 1)
    }
}
