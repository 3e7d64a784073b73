import MercatorPayload
import ObjectGraph

/// The stage that counts the values and links assigned by the records of a payload, and those kept.
///
/// It compares the rows and links with their state before the operation, and with the values
/// assigned by the records, regardless of how they were written.
struct AccountStage {
    let input: MappingInput
    let graph: RecordGraph
    /// The account of the earlier operations of the load.
    let earlier: LoadAccount

    /// Adds the operation to its account, which has the values that records have replaced.
    ///
    /// - Throws: `StoreError` if links cannot be read.
    /// - Complexity: O(fields + links).
    func run(_ account: inout LoadAccount) throws {
        countValues(&account)
        try countLinks(&account)
        input.context.visitReplacedParts(where: { earlier.contains(root: $0, $1) }) { part in
            switch part {
            case .value(let entity, let slot):
                guard account.isRead(entity: entity, slot: slot) else { return }
                account.add(.init(replaced: 1), entity: entity, slot: slot)
            case .link(let relationship):
                account.add(.init(replaced: 1), relationship: relationship)
            }
        }
    }

    private func countValues(_ account: inout LoadAccount) {
        let tape = graph.document.tape
        var counts = graph.plan.entities.map { Array(repeating: 0, count: $0.attributes.count) }
        for record in graph.records.elements where graph.isApplied(record) {
            for number in counts[record.plan].indices {
                guard let position = graph.field(number, of: record).position,
                    !tape.isNull(at: position)
                else { continue }
                counts[record.plan][number] += 1 + record.copyCount
            }
        }
        for (plan, counts) in zip(graph.plan.entities, counts) {
            for (attribute, count) in zip(plan.attributes, counts) where count > 0 {
                account.add(
                    .init(read: count), entity: plan.layout.index, slot: attribute.slot)
            }
        }
        for object in graph.objects.objects.elements where object.isUsable {
            account.insert(root: graph.plan(of: object).layout.root, object.number)
        }
    }

    private func countLinks(_ account: inout LoadAccount) throws {
        let plain = plainRelationships
        var entries = input.context.model.relationships.map { _ in LoadAccount.Entry() }
        var targets: [MappedObject] = []
        for link in graph.links where !link.targets.isEmpty {
            let record = graph.records[link.record]
            guard graph.isApplied(record), let source = graph.object(of: record) else { continue }
            let layout = graph.relationship(of: link).layout
            targets.removeAll(keepingCapacity: true)
            for target in graph.destinations(of: link) {
                guard let object = graph.object(of: graph.records[target]), object.isUsable else {
                    continue
                }
                targets.append(object)
            }
            let isKept =
                plain[layout.index] && source.state == .new && source.record == source.lastRecord
            let kept = isKept ? targets.count : try keptCount(layout, source, targets)
            let weight = 1 + record.copyCount
            entries[layout.index].read += weight * link.targets.count
            entries[layout.index].refused += weight * (link.targets.count - targets.count)
            entries[layout.index].replaced += weight * (targets.count - kept)
        }
        for (relationship, entry) in entries.enumerated() {
            account.add(entry, relationship: relationship)
        }
    }

    /// Indicates for each relationship of the model whether a single record determines its list.
    ///
    /// This is the case if it is stored as links that the payload assigns from one end and by one
    /// mapping only.
    private var plainRelationships: [Bool] {
        let model = input.context.model
        var mappings = model.relationships.map { _ in 0 }
        for plan in graph.plan.entities {
            for relationship in plan.relationships { mappings[relationship.layout.index] += 1 }
        }
        return model.relationships.map { layout in
            layout.storage == .links && mappings[layout.index] == 1
                && (layout.inverse.map { mappings[$0] == 0 } ?? true)
        }
    }

    /// Returns the number of assigned destinations that the object references.
    private func keptCount(
        _ layout: RelationshipLayout, _ source: MappedObject, _ targets: [MappedObject]
    ) throws -> Int {
        switch layout.storage {
        case .reference(let slot):
            let number = row(of: source)?.reference(slot)
            return targets.count { $0.number == number }
        case .inverseReference(let inverse):
            guard case .reference(let slot) = input.context.model.relationships[inverse].storage
            else { break }
            return targets.count { row(of: $0)?.reference(slot) == source.number }
        case .links, .inverseLinks: break
        }
        let linked = Set(
            try input.context.destinations(of: layout.index, from: source.number))
        return targets.count { linked.contains($0.number) }
    }

    private func row(of object: MappedObject) -> Row? {
        guard let position = object.row?.position else { return nil }
        return input.context.state.tables[graph.plan(of: object).layout.root].entries[position].row
    }
}
