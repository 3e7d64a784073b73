import MappingInference
import ModelGeneration
import ObjectGraph

/// The entities and the key tree of a report.
extension HTMLReport {
    var entities: Markup {
        guard !contents.entities.isEmpty else { return .paragraph("There are no entities.") }
        var parts: [Markup] = []
        var size = 0
        for (number, entity) in contents.entities.enumerated() {
            let part = details(of: entity)
            size += part.size
            guard size <= Self.entitySize || number == 0 else {
                let rest = Wording.count(contents.entities.count - number, "more entity")
                return .lines(parts + [.paragraph("and \(rest), which --json lists.")])
            }
            parts.append(part)
        }
        return .lines(parts)
    }

    private func details(of entity: EntitySummary) -> Markup {
        let count = objectCounts[entity.name] ?? entity.records
        let noun = contents.objects[entity.name] == nil ? "record" : "object"
        let head = Markup.element(
            "summary", [:], .element("h3", [:], .text(entity.name)),
            .element("span", ["class": "dim"], .text("  \(Wording.count(count, noun))")))
        var parts = [head, identity(of: entity)] + paths(of: entity)
        if !entity.attributes.isEmpty { parts.append(attributes(of: entity)) }
        parts += relationships(of: entity) + connections(of: entity)
        return .element("details", ["class": "entity", "open": ""], .lines(parts))
    }

    private func identity(of entity: EntitySummary) -> Markup {
        let evidence = entity.identityEvidence.isEmpty ? "" : " (\(entity.identityEvidence))"
        guard !entity.identification.isEmpty else {
            return .paragraph("A part, without identity of its own\(evidence).")
        }
        let names = entity.identification.map { Markup.code($0) }
        let joined = names.enumerated().flatMap {
            $0.offset == 0 ? [$0.element] : [.text(" and "), $0.element]
        }
        return .element("p", [:], [.text("Identified by ")] + joined + [.text(evidence + ".")])
    }

    private func paths(of entity: EntitySummary) -> [Markup] {
        guard !entity.paths.isEmpty else { return [] }
        let items = entity.paths.prefix(Self.rowLimit).map { path in
            Markup.element(
                "span", [:], .code(Wording.path(path.path)),
                .text(path.count > 0 ? "  \(path.count.grouped())" : ""))
        }
        if items.count == 1 { return [.element("p", [:], .text("At "), items[0])] }
        let title = Wording.count(entity.paths.count, "place")
        return [
            .element("details", [:], .element("summary", [:], .text(title)), .list(items))
        ] + rest(entity.paths.count, "place")
    }

    private func attributes(of entity: EntitySummary) -> Markup {
        let hasCounts = entity.records > 0
        let rows = entity.attributes.map { attribute in
            let type = "\(attribute.type)" + (attribute.transform.map { ", \($0)" } ?? "")
            let name = Markup.code(attribute.name)
            let hint = attribute.hint.map {
                Markup.element("div", ["class": "dim"], .text($0))
            }
            var cells: [Markup] = [
                name, .element("div", [:], [.text(type)] + [hint].compactMap(\.self)),
            ]
            if hasCounts {
                let isExact = attribute.isDistinctExact
                cells += [
                    bar(attribute.count, of: entity.records),
                    .text((isExact ? "" : "≈ ") + attribute.distinct.grouped()),
                ]
                if contents.showsValues {
                    cells.append(attribute.example.map { .code($0) } ?? .text("–"))
                }
            }
            return cells + [.code(attribute.source)]
        }
        let examples = contents.showsValues ? ["Example"] : []
        let header =
            ["Attribute", "Type"] + (hasCounts ? ["Present", "Distinct"] + examples : []) + [
                "Source"
            ]
        return .table("Attributes of \(entity.name)", header, rows, numeric: hasCounts ? [3] : [])
    }

    /// A bar for the share of records with a value.
    private func bar(_ count: Int, of total: Int) -> Markup {
        let percent =
            total == 0 ? 0 : min(100, Int((Double(count) / Double(total) * 100).rounded(.down)))
        let shown = percent == 0 && count > 0 ? "< 1 %" : "\(percent) %"
        return .element(
            "span", ["class": "share"],
            .element(
                "span", ["class": "bar", "aria-hidden": "true"],
                .element("i", ["style": "width:\(percent)%"])), .text(shown))
    }

    private func relationships(of entity: EntitySummary) -> [Markup] {
        guard !entity.relationships.isEmpty else { return [] }
        let connected = Set(entity.connections.filter(\.isApplied).map(\.relationship))
        let rows = entity.relationships.map { relationship in
            let number =
                relationship.isToMany ? relationship.isOrdered ? "many, ordered" : "many" : "one"
            let filled: Markup =
                relationship.source.map { .code($0) }
                ?? .text(connected.contains(relationship.name) ? "by key" : "inverse")
            return [
                Markup.code(relationship.name), .text("\(relationship.destination), \(number)"),
                filled,
                relationship.inverse.map { .code($0) } ?? .text("–"),
            ]
        }
        return [
            .table(
                "Relationships of \(entity.name)",
                ["Relationship", "To", "Filled from", "Inverse"],
                rows)
        ]
    }

    private func connections(of entity: EntitySummary) -> [Markup] {
        guard !entity.connections.isEmpty else { return [] }
        let hasEvidence = entity.connections.contains { !$0.evidence.isEmpty }
        let rows = entity.connections.map { connection in
            let keys = connection.keys.map {
                "\($0.source) = \(connection.destination).\($0.destination)"
            }
            let reasons: [Markup] =
                hasEvidence
                ? [.text(connection.evidence), .text(Wording.confidence(connection.confidence))]
                : []
            return [
                Markup.code(connection.relationship), .code(keys.joined(separator: ", ")),
            ] + reasons + [.text(connection.isApplied ? "made" : "possible, not made")]
        }
        return [
            .table(
                "Connections of \(entity.name)",
                ["Relationship", "Keys"] + (hasEvidence ? ["Evidence", "Confidence"] : [])
                    + ["State"], rows, numeric: hasEvidence ? [3] : [])
        ]
    }
}

/// The key tree.
extension HTMLReport {
    var payloadTree: Markup {
        let tree = PayloadTree(contents)
        guard !tree.nodes[0].children.isEmpty else {
            return .paragraph("Nothing is known about the keys.")
        }
        var room = Self.treeSize
        let items = list(of: 0, in: tree, depth: 0, &room)
        let explanation = Markup.element(
            "p", ["class": "dim"], .text("Keys that were "),
            .element("span", ["class": "out"], .text("left out")),
            .text(" are marked with the reason and the number of their values."))
        let rest =
            room < 0 || tree.isCut
            ? [Markup.paragraph("The tree is too long for this page; --json has all.")] : []
        return .lines([explanation, items] + rest)
    }

    /// The maximum depth of nested lists; deeper keys follow at the same level.
    private static let treeDepth = 40

    private func list(
        of index: Int, in tree: PayloadTree, depth: Int, _ room: inout Int
    ) -> Markup {
        var items: [Markup] = []
        for child in tree.nodes[index].children {
            guard room > 0 else { break }
            let node = tree.nodes[child]
            let line = self.line(of: node)
            room -= line.size + 40
            guard !node.children.isEmpty, depth < Self.treeDepth else {
                items.append(.element("li", [:], line))
                continue
            }
            let children = list(of: child, in: tree, depth: depth + 1, &room)
            let summary = Markup.element("summary", [:], line)
            items.append(
                .element(
                    "li", [:],
                    depth < 3
                        ? .element("details", ["open": ""], summary, children)
                        : .element("details", [:], summary, children)))
        }
        return .element("ul", depth == 0 ? ["class": "tree"] : [:], items)
    }

    private func line(of node: PayloadTree.Node) -> Markup {
        var parts = [Markup.code(node.label)]
        if !node.destinations.isEmpty {
            let names = node.destinations.joined(separator: ", ")
            parts.append(.element("span", ["class": "to"], .text(" → \(names)")))
        }
        if let leftover = node.leftover {
            let reason =
                leftover.explanation.isEmpty
                ? Wording.reason(leftover.reason) : leftover.explanation
            parts.append(.text(" "))
            parts.append(
                .element(
                    "span", ["class": "out"],
                    .text("left out, \(Wording.count(leftover.count, "value")): \(reason)")))
        }
        return .element("span", [:], parts)
    }
}
