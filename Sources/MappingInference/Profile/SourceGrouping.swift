import Payload

/// The division of sources into groups whose top-level values look alike.
struct SourceGrouping {
    struct Item {
        let name: String
        /// The indices of the sources.
        var sources: [Int]
        /// The place of the documents.
        var root = 0
        /// The header of the records, if they are rows that have one.
        var header: RowHeader?
    }

    var items: [Item]
    let sampler: RecordSampler?

    /// Groups sources by the shapes of their documents.
    ///
    /// The sources with most members come first, and the others join the one that they resemble
    /// most; so the order of the sources does not count.
    static func groups(
        _ readers: [DocumentReader], _ options: PayloadProfiler.Options
    ) throws(InferenceError) -> SourceGrouping {
        guard readers.count > 1 || options.sample != nil else {
            return SourceGrouping(
                items: [Item(name: GroupName.name(of: readers.map(\.name)), sources: [0])],
                sampler: nil)
        }
        var outlines: [SourceOutline] = []
        var records = 0
        for reader in readers {
            var outline = SourceOutline()
            try reader.forEach { (batch) throws(InferenceError) in
                batch.forEachDocument { outline.add($0, batch.tape, isLine: batch.isLines) }
            }
            records += outline.records
            outlines.append(outline)
        }
        let items = groups(of: outlines).map { sources in
            Item(name: GroupName.name(of: sources.map { readers[$0].name }), sources: sources)
        }
        return SourceGrouping(
            items: GroupName.distinct(items),
            sampler: options.sample.map { RecordSampler($0, of: records) })
    }

    private static func groups(of outlines: [SourceOutline]) -> [[Int]] {
        let order = outlines.indices.sorted { left, right in
            (outlines[right].size, left) < (outlines[left].size, right)
        }
        var groups: [[Int]] = []
        var known: [SourceOutline: Int] = [:]
        for source in order {
            if let group = known[outlines[source]] {
                groups[group].append(source)
                continue
            }
            var best: (group: Int, similarity: Double)?
            for (index, group) in groups.enumerated() {
                let similarity = outlines[group[0]].similarity(to: outlines[source])
                if similarity >= 0.5, similarity > best?.similarity ?? 0 {
                    best = (index, similarity)
                }
            }
            if let best {
                groups[best.group].append(source)
            } else {
                groups.append([source])
            }
            known[outlines[source]] = best?.group ?? groups.count - 1
        }
        return groups.map { $0.sorted() }.sorted { $0[0] < $1[0] }
    }
}

/// The shape of the documents of a source: the keys at the top, and those in wrappers.
struct SourceOutline: Hashable {
    /// The keys as paths, with the kind of container they hold.
    private(set) var keys: [String: Set<String>] = [:]
    /// The values of discriminators; several make none.
    private var discriminators: [String: Set<String>] = [:]
    private(set) var records = 0

    private static let discriminatorNames: Set<String> = [
        "model", "object", "type", "kind", "@type", "__typename", "_type", "resourceType",
    ]
    /// The members that hold the records of any kind.
    private static let wrappers: Set<String> = ProfilePlan.wrappers.union([
        "results", "result", "items", "objects", "children", "nodes", "rows", "records", "list",
        "entries", "content", "values", "hits", "response", "payload", "edges", "docs",
    ])
    private static let mostKeys = 2000

    /// The number of keys.
    var size: Int { keys.values.reduce(0) { $0 + $1.count } }

    mutating func add(_ position: Int, _ tape: PayloadTape, isLine: Bool) {
        let before = records
        add(position, at: "", depth: 0, tape)
        if isLine || records == before { records = before + 1 }
    }

    private mutating func add(_ position: Int, at path: String, depth: Int, _ tape: PayloadTape) {
        guard depth <= 4 else { return }
        if tape.isArray(at: position) {
            if depth <= 1 { records += tape.count(at: position) }
            var element = tape.firstChild(of: position)
            while element < tape.end(of: position) {
                add(element, at: path + "[]", depth: depth + 1, tape)
                element = tape.next(after: element)
            }
            return
        }
        guard tape.isObject(at: position) else { return }
        var key = tape.firstChild(of: position)
        while key < tape.end(of: position), keys[path, default: []].count < Self.mostKeys {
            let (name, value) = (tape.string(at: key), key + 1)
            keys[path, default: []].insert(name)
            if Self.discriminatorNames.contains(name), tape.isString(at: value),
                tape.textLength(at: value) <= 60,
                discriminators[path + "." + name, default: []].count < 2
            {
                discriminators[path + "." + name, default: []].insert(tape.string(at: value))
            }
            if Self.wrappers.contains(name) {
                add(value, at: path + "." + name, depth: depth + 1, tape)
            } else if depth == 0, tape.isArray(at: value) {
                records += tape.count(at: value)
            }
            key = tape.next(after: key + 1)
        }
    }

    /// Returns the similarity of two outlines from 0 to 1.
    ///
    /// They are as similar as the least similar of the objects at places that both have; with
    /// different values of a discriminator, not at all.
    func similarity(to other: SourceOutline) -> Double {
        for (place, values) in discriminators where values.count == 1 {
            if let others = other.discriminators[place], others.count == 1, others != values {
                return 0
            }
        }
        if keys.isEmpty || other.keys.isEmpty { return keys.isEmpty == other.keys.isEmpty ? 1 : 0 }
        var least = 1.0
        var isShared = false
        for (place, names) in keys {
            guard let others = other.keys[place] else { continue }
            isShared = true
            let shared = names.intersection(others).count
            let all = names.count + others.count - shared
            least = min(least, all > 0 ? Double(shared) / Double(all) : 1)
        }
        return isShared ? least : 0
    }

    static func == (left: Self, right: Self) -> Bool {
        left.keys == right.keys && left.discriminators == right.discriminators
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(keys)
        hasher.combine(discriminators)
    }
}

/// The name that the files of a group have in common.
enum GroupName {
    /// Returns the common beginning of names, without digits at its end and without extension.
    static func name(of files: [String]) -> String {
        let stems = files.map(stem)
        guard var common = stems.first else { return "" }
        for stem in stems { common = String(common.commonPrefix(with: stem)) }
        let trimmed = trimmed(common)
        return trimmed.isEmpty ? shortened(stems[0]) : trimmed
    }

    private static func shortened(_ stem: String) -> String {
        let name = trimmed(stem)
        return name.isEmpty ? stem : name
    }

    /// The name without its extensions.
    private static func stem(_ file: String) -> String {
        var parts = file.split(separator: ".", omittingEmptySubsequences: false)
        while parts.count > 1, let last = parts.last, last.count <= 7,
            last.contains(where: \.isLetter)
        {
            parts.removeLast()
        }
        let stem = parts.joined(separator: ".")
        return stem.isEmpty ? file : stem
    }

    /// The name without digits and separators at its end.
    private static func trimmed(_ stem: String) -> String {
        let name = stem.reversed().drop { !$0.isLetter }
        return String(name.reversed())
    }

    /// Tells groups of one name apart by numbers.
    static func distinct(_ items: [SourceGrouping.Item]) -> [SourceGrouping.Item] {
        var seen: [String: Int] = [:]
        return items.map { item in
            seen[item.name, default: 0] += 1
            guard let count = seen[item.name], count > 1 else { return item }
            return SourceGrouping.Item(name: "\(item.name)\(count)", sources: item.sources)
        }
    }
}

extension String {
    fileprivate func commonPrefix(with other: String) -> Substring {
        var end = startIndex
        var place = other.startIndex
        while end < endIndex, place < other.endIndex, self[end] == other[place] {
            end = index(after: end)
            place = other.index(after: place)
        }
        return self[..<end]
    }
}
