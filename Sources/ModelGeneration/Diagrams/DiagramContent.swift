import ObjectGraph

/// The boxes and lines of a diagram, before layout.
struct DiagramContent {
    /// An entity with its rows.
    struct Box {
        var name: String
        var isAbstract: Bool
        var count: Int?
        /// The emphasis by the number of objects, from 0 to 3.
        var emphasis = 0
        var rows: [Row]
        /// The index of the first relationship in the rows.
        var firstRelationship: Int
    }

    /// An attribute or a relationship.
    struct Row {
        enum Kind { case identity, attribute, rest, relationship }

        var kind: Kind
        var name: String
        /// The type of the attribute, or the entity at the other end.
        var note: String
    }

    /// A line between two boxes; an end is at a row, or at the head of the box.
    struct Line {
        enum Kind { case nested, connected, possible, parent }

        struct End {
            var box: Int
            var row: Int?
            /// The number of objects at this end; `nil` if it is unknown.
            var multiplicity: Multiplicity?
        }

        enum Multiplicity { case one, optional, many }

        var kind: Kind
        var from: End
        var to: End
        /// The line in words.
        var title: String
    }

    private(set) var boxes: [Box] = []
    private(set) var lines: [Line] = []
    /// The entities that are not drawn, by number of objects.
    private(set) var folded: [(name: String, count: Int?)] = []

    /// The greatest number of entities that are drawn.
    static let entityLimit = 40

    private let model: ManagedObjectModel
    private let details: DiagramDetails
    private var indices: [String: Int] = [:]

    init(_ model: ManagedObjectModel, _ details: DiagramDetails) {
        self.model = model
        self.details = details
        let entities = model.entities.sorted { left, right in
            let (count, other) = (details.counts[left.name] ?? 0, details.counts[right.name] ?? 0)
            return count == other ? left.name < right.name : count > other
        }
        let drawn = entities.prefix(Self.entityLimit)
        folded = entities.dropFirst(Self.entityLimit).map { ($0.name, details.counts[$0.name]) }
        for (index, entity) in drawn.enumerated() { indices[entity.name] = index }
        boxes = drawn.map { box(of: $0, attributeLimit: drawn.count > 12 ? 12 : 30) }
        addEmphasis()
        for (index, entity) in drawn.enumerated() { addLines(of: entity, index) }
        addPossible()
    }

    private func box(of entity: EntityDescription, attributeLimit: Int) -> Box {
        let keys = details.identification[entity.name] ?? []
        let linked = details.possible.flatMap { possible in
            (possible.entity == entity.name ? [possible.attribute] : [])
                + (possible.destination == entity.name ? [possible.key] : [])
        }
        let attributes = entity.declaredAttributes
        // Identification comes first; attributes that lines lead to are not folded.
        let first = attributes.filter { keys.contains($0.name) }
        let second = attributes.filter { linked.contains($0.name) && !keys.contains($0.name) }
        let others = attributes.filter { !keys.contains($0.name) && !linked.contains($0.name) }
        let room = max(attributeLimit - first.count - second.count, 0)
        let shown = Set((first + second + others.prefix(room)).map(\.name))
        var rows = first.map { Row(kind: .identity, name: $0.name, note: "\($0.type)") }
        rows += attributes.filter { shown.contains($0.name) && !keys.contains($0.name) }
            .map { Row(kind: .attribute, name: $0.name, note: "\($0.type)") }
        if others.count > room {
            rows.append(Row(kind: .rest, name: "and \(others.count - room) more", note: ""))
        }
        let relationships = entity.declaredRelationships.map { relationship in
            let destination = relationship.destination
            return Row(
                kind: .relationship, name: relationship.name,
                note: relationship.isToMany ? "[\(destination)]" : destination)
        }
        return Box(
            name: entity.name, isAbstract: entity.isAbstract, count: details.counts[entity.name],
            rows: rows + relationships, firstRelationship: rows.count)
    }

    /// Emphasizes entities by the order of magnitude of their numbers of objects.
    private mutating func addEmphasis() {
        let most = boxes.compactMap(\.count).max() ?? 0
        for index in boxes.indices {
            guard let count = boxes[index].count, count > 0 else { continue }
            let ratio = most / count
            boxes[index].emphasis = ratio < 5 ? 3 : ratio < 50 ? 2 : 1
        }
    }

    private mutating func addLines(of entity: EntityDescription, _ index: Int) {
        if let parent = entity.parent.flatMap({ indices[$0] }) {
            let title = "\(entity.name) is a kind of \(boxes[parent].name)"
            lines.append(
                Line(
                    kind: .parent, from: .init(box: index), to: .init(box: parent), title: title))
        }
        for relationship in entity.declaredRelationships {
            guard let destination = indices[relationship.destination] else { continue }
            let inverse = relationship.inverse
            // The end whose name comes first draws the line for both.
            let isSecond =
                inverse.map {
                    (boxes[destination].name, $0) < (entity.name, relationship.name)
                } ?? false
            guard !isSecond || row(named: inverse, of: destination) == nil else { continue }
            lines.append(line(of: relationship, entity, index, destination))
        }
    }

    private func line(
        of relationship: RelationshipDescription, _ entity: EntityDescription, _ index: Int,
        _ destination: Int
    ) -> Line {
        let inverse = relationship.inverse.flatMap {
            model[relationship.destination]?.relationship(named: $0)
        }
        let isConnected =
            details.connected[entity.name]?.contains(relationship.name) == true
            || relationship.inverse.map {
                details.connected[relationship.destination]?.contains($0) == true
            } == true
        let back = inverse.map { " / \(boxes[destination].name).\($0.name)" } ?? ""
        let kind = isConnected ? "connected by key" : "nested"
        return Line(
            kind: isConnected ? .connected : .nested,
            from: .init(
                box: index, row: row(named: relationship.name, of: index),
                multiplicity: inverse.map(\.multiplicity)),
            to: .init(
                box: destination, row: row(named: relationship.inverse, of: destination),
                multiplicity: relationship.multiplicity),
            title: "\(entity.name).\(relationship.name)\(back), \(kind)")
    }

    private mutating func addPossible() {
        for possible in details.possible {
            guard let from = indices[possible.entity], let to = indices[possible.destination],
                from != to
            else { continue }
            let title =
                "\(possible.entity).\(possible.attribute) = \(possible.destination).\(possible.key), "
                + "possible"
            lines.append(
                Line(
                    kind: .possible,
                    from: .init(box: from, row: row(of: possible.attribute, in: from)),
                    to: .init(box: to, row: row(of: possible.key, in: to)), title: title))
        }
    }

    private func row(named name: String?, of box: Int) -> Int? {
        guard let name else { return nil }
        return boxes[box].rows.firstIndex { $0.kind == .relationship && $0.name == name }
    }

    private func row(of attribute: String, in box: Int) -> Int? {
        boxes[box].rows.firstIndex { $0.kind != .relationship && $0.name == attribute }
    }
}

extension RelationshipDescription {
    fileprivate var multiplicity: DiagramContent.Line.Multiplicity {
        isToMany ? .many : isOptional ? .optional : .one
    }
}
