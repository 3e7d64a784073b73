import Mercator

/// One object with its neighbours, two steps far.
///
/// The object and its neighbours are shown with their attributes, the neighbours of neighbours by
/// name. An object is described once, so a cycle ends where it began.
struct Neighbourhood {
    private let store: OpenStore
    private let width: Int
    /// The greatest number of objects of each relationship that are shown.
    private let limit: Int
    private var described: Set<ManagedObjectID> = []
    private var lines: [String] = []

    /// The width of lines for a file or a program.
    private static let unlimited = 400

    /// Creates the text of an object for a width.
    init(of object: ManagedObject, in store: OpenStore, limit: Int, width: Int?) {
        self.store = store
        self.limit = limit
        self.width = width ?? Self.unlimited
        described.insert(object.objectID)
        lines.append(title(of: object))
        let rows = object.entity.attributes.map {
            [$0.name.escapingControls, store.cell($0, of: object)]
        }
        if !rows.isEmpty { lines.append(TextTable(rows: rows).text(width: width)) }
        addNeighbours(of: object)
    }

    /// The text.
    var text: String { lines.joined(separator: "\n") }

    private mutating func addNeighbours(of object: ManagedObject) {
        for relationship in object.entity.relationships {
            let others = object.objects(of: relationship)
            let title = "\(relationship.name.escapingControls): "
            guard relationship.isToMany else {
                add("", title + (others.first.map(mention) ?? "none"))
                for other in others { describe(other, indent: "  ") }
                continue
            }
            add("", title + TextLines.count(others.count, "object"))
            for other in others.prefix(limit) {
                add("  ", mention(other))
                describe(other, indent: "    ")
            }
            if others.count > limit { add("  ", "and \(others.count - limit) more") }
        }
    }

    /// Adds the attributes of a neighbour in one line, and the names of its neighbours.
    private mutating func describe(_ object: ManagedObject, indent: String) {
        guard described.insert(object.objectID).inserted else { return }
        let shown = object.entity.attributes.compactMap { attribute in
            let text = store.cell(attribute, of: object)
            return text.isEmpty
                ? nil : "\(attribute.name.escapingControls) \(text.cut(toWidth: 30))"
        }
        if !shown.isEmpty { add(indent, shown.joined(separator: ", ")) }
        for relationship in object.entity.relationships {
            let others = object.objects(of: relationship)
            guard !others.isEmpty else { continue }
            let rest = others.count > limit ? ["and \(others.count - limit) more"] : []
            let names = others.prefix(limit).map(mention) + rest
            add(indent, "\(relationship.name.escapingControls): \(names.joined(separator: "; "))")
        }
    }

    private mutating func add(_ indent: String, _ text: String) {
        lines.append("\(indent)\(text)".cut(toWidth: width))
    }

    private func title(of object: ManagedObject) -> String {
        "\(object.entity.name.escapingControls) \(store.name(of: object))".cut(toWidth: width)
    }

    /// Returns the name of an object, with a note if it is described above.
    private func mention(_ object: ManagedObject) -> String {
        title(of: object) + (described.contains(object.objectID) ? ", above" : "")
    }
}

extension Neighbourhood {
    /// Returns the object and its neighbours as JSON.
    ///
    /// Direct neighbours have attributes; indirect ones have only keys.
    static func json(of object: ManagedObject, in store: OpenStore, limit: Int) -> String {
        let json = ObjectJSON(store: store)
        func tree(of object: ManagedObject, depth: Int) -> Value {
            guard depth > 0 else { return .dictionary(json.key(of: object)) }
            var members = json.members(of: object)
            for relationship in object.entity.relationships {
                let others = object.objects(of: relationship).prefix(limit)
                    .map { tree(of: $0, depth: depth - 1) }
                members[relationship.name] =
                    relationship.isToMany ? .array(others) : others.first ?? .null
            }
            return .dictionary(members)
        }
        return JSONLine.text(tree(of: object, depth: 2))
    }
}

extension ManagedObject {
    /// The objects of a relationship of either kind.
    func objects(of relationship: RelationshipDescription) -> [ManagedObject] {
        relationship.isToMany
            ? self[toMany: relationship.name]
            : self[toOne: relationship.name].map { [$0] } ?? []
    }
}
