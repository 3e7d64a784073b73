import MercatorPayload

/// The shape of a source's documents: the top-level keys, and those inside wrappers.
struct SourceOutline: Hashable {
    /// The keys as paths, with the kind of container they hold.
    private(set) var keys: [String: Set<String>] = [:]
    /// The values of discriminators; several make none.
    private var discriminators: [String: Set<String>] = [:]
    private(set) var records = 0
    /// The records before the current document.
    private var recordsBefore = 0

    private static let discriminatorNames: Set<String> = [
        "model", "object", "type", "kind", "@type", "__typename", "_type", "resourceType",
    ]
    /// The members that hold the records of any kind.
    private static let wrappers: Set<String> = NameWords.wrappers.union([
        "results", "result", "items", "objects", "children", "nodes", "rows", "records", "list",
        "entries", "content", "values", "hits", "response", "payload", "edges", "docs",
    ])
    private static let mostKeys = 2000
    /// The maximum number of objects at each path to inspect.
    private static let mostObjects = 256
    private var objects: [String: Int] = [:]

    /// The number of keys.
    var size: Int { keys.values.reduce(0) { $0 + $1.count } }

    /// Adds a line, or a document or a piece of one.
    mutating func add(
        _ position: Int, _ tape: PayloadTape, _ piece: DocumentPiece, isLine: Bool
    ) {
        guard !isLine || records < Self.mostObjects else { return records += 1 }
        if piece.continued == 0 { recordsBefore = records }
        add(position, at: "", in: piece.top, tape)
        let isAlone = isLine || records == recordsBefore && piece.unfinished == 0
        if isAlone { records = recordsBefore + 1 }
    }

    private mutating func add(
        _ position: Int, at path: String, in level: DocumentPiece.Level, _ tape: PayloadTape
    ) {
        guard level.depth <= 4 else { return }
        if tape.isArray(at: position) {
            if level.depth <= 1 { count(position, in: level, tape) }
            var element = tape.firstChild(of: position)
            let elementPath = path + "[]"
            while element < tape.end(of: position),
                objects[elementPath, default: 0] < Self.mostObjects
            {
                let inner = level.inner(of: element, in: position, tape)
                add(element, at: elementPath, in: inner, tape)
                element = tape.next(after: element)
            }
            return
        }
        if !level.isContinued { objects[path, default: 0] += 1 }
        guard tape.isObject(at: position) else { return }
        var key = tape.firstChild(of: position)
        while key < tape.end(of: position), keys[path, default: []].count < Self.mostKeys {
            let (name, value) = (tape.string(at: key), key + 1)
            let inner = level.inner(of: value, in: position, tape)
            keys[path, default: []].insert(name)
            addDiscriminator(name, value, at: path, tape)
            if Self.wrappers.contains(name) {
                add(value, at: path + "." + name, in: inner, tape)
            } else if level.depth == 0, tape.isArray(at: value) {
                count(value, in: inner, tape)
            }
            key = tape.next(after: key + 1)
        }
    }

    /// Counts the elements of an array as records.
    private mutating func count(
        _ position: Int, in level: DocumentPiece.Level, _ tape: PayloadTape
    ) {
        records += tape.count(at: position)
        let first = tape.firstChild(of: position)
        guard level.isContinued, first < tape.end(of: position) else { return }
        if level.inner(of: first, in: position, tape).isContinued { records -= 1 }
    }

    private mutating func addDiscriminator(
        _ name: String, _ value: Int, at path: String, _ tape: PayloadTape
    ) {
        guard Self.discriminatorNames.contains(name), tape.isString(at: value),
            tape.textLength(at: value) <= 60,
            discriminators[path + "." + name, default: []].count < 2
        else { return }
        discriminators[path + "." + name, default: []].insert(tape.string(at: value))
    }

    /// Indicates whether the records are elements of an array, or lines.
    var isCollection: Bool {
        records > 1 || keys.contains { $0.key.hasSuffix("[]") && !$0.value.isEmpty }
    }

    /// Returns the similarity of two outlines from 0 to 1.
    ///
    /// The result is the lowest similarity of objects at a common path; 0 if a discriminator
    /// differs.
    func similarity(to other: SourceOutline) -> Double {
        for (path, values) in discriminators where values.count == 1 {
            if let others = other.discriminators[path], others.count == 1, others != values {
                return 0
            }
        }
        if keys.isEmpty || other.keys.isEmpty { return keys.isEmpty == other.keys.isEmpty ? 1 : 0 }
        var least = 1.0
        var isShared = false
        for (path, names) in keys {
            guard let others = other.keys[path] else { continue }
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
