package import ObjectGraph

/// The account of a load: the values and links assigned by its records, and those discarded.
///
/// A value or link is discarded if it is invalid, or if another record of the load replaces it.
///
/// A load may consist of any number of operations with plans of one model. Records with the same
/// bytes in several operations count once.
package struct LoadAccount: Sendable {
    /// The numbers of values or links at a property.
    package struct Entry: Sendable, Hashable {
        /// The values or links that records assign, without `null`.
        package var read: Int
        /// The number of invalid values or links, which are reported as issues.
        package var refused: Int
        /// The number of values or links replaced by different ones of other records of the load.
        package var replaced: Int

        init(read: Int = 0, refused: Int = 0, replaced: Int = 0) {
            (self.read, self.refused, self.replaced) = (read, refused, replaced)
        }

        /// The number of values or links in the store.
        package var kept: Int { read - refused - replaced }
    }

    private let model: ManagedObjectModel
    /// The entries of attributes, by entity and slot.
    private var values: [[Entry]]
    /// The entries of relationships of the model.
    private var links: [Entry]
    /// The objects of the load, by tree.
    private var objects: [NumberSet]

    /// Creates the account of a load that has not begun.
    package init(of model: ManagedObjectModel) {
        self.model = model
        values = model.layouts.map { $0.slots.map { _ in Entry() } }
        links = model.relationships.map { _ in Entry() }
        objects = model.layouts.map { _ in NumberSet() }
    }

    /// Adds the account of a later operation.
    package mutating func add(_ later: LoadAccount) {
        for entity in values.indices {
            for slot in values[entity].indices {
                values[entity][slot] += later.values[entity][slot]
            }
        }
        for relationship in links.indices { links[relationship] += later.links[relationship] }
        for root in objects.indices { objects[root].formUnion(later.objects[root]) }
    }

    /// Tests whether the load has contained a record of an object.
    func contains(root: Int, _ number: Int64) -> Bool { objects[root].contains(number) }

    mutating func insert(root: Int, _ number: Int64) { objects[root].insert(number) }

    /// Indicates whether records assign an attribute.
    func isRead(entity: Int, slot: Int) -> Bool { values[entity][slot].read > 0 }

    /// Adds values of an attribute.
    mutating func add(_ entry: Entry, entity: Int, slot: Int) { values[entity][slot] += entry }

    /// Adds links of a relationship.
    mutating func add(_ entry: Entry, relationship: Int) { links[relationship] += entry }
}

extension LoadAccount.Entry {
    fileprivate static func += (left: inout Self, right: Self) {
        left.read += right.read
        left.refused += right.refused
        left.replaced += right.replaced
    }
}

extension LoadAccount {
    /// The entry of a property.
    package struct Line: Sendable {
        package let entity: String
        package let property: String
        package let isLink: Bool
        package let isToMany: Bool
        package var entry: Entry
    }

    /// The entries of all properties that records assign, in the order of the model.
    ///
    /// For two relationships that are inverse to one another, links count for the relationship that
    /// records assign.
    package var lines: [Line] {
        var lines: [Line] = []
        for (entity, layout) in model.layouts.enumerated() {
            for (slot, content) in layout.slots.enumerated() where values[entity][slot].read > 0 {
                lines.append(
                    Line(
                        entity: layout.name, property: content.name, isLink: false,
                        isToMany: false, entry: values[entity][slot]))
            }
            for relationship in model.relationships where relationship.entity == entity {
                var entry = links[relationship.index]
                guard entry.read > 0 else { continue }
                if let inverse = relationship.inverse, inverse != relationship.index,
                    links[inverse].read == 0
                {
                    entry += links[inverse]
                }
                lines.append(
                    Line(
                        entity: layout.name, property: relationship.name, isLink: true,
                        isToMany: relationship.isToMany, entry: entry))
            }
        }
        return lines
    }
}
