package import ObjectGraph

/// An entry of `mercator_indexes`: the keys of an index.
///
/// The attributes are kept as one text, in the order of the index; names in models have no commas.
package struct IndexEntry: Sendable, Hashable {
    package let entity: String
    package let attributes: [String]
    package let isUnique: Bool

    /// The columns of an entry, in the order of ``init(_:from:)``.
    package static let columns = "entity, attributes, wanted_unique"

    /// The question for the entries of unique indexes.
    package static let uniqueQuestion =
        "SELECT \(columns) FROM mercator_indexes WHERE wanted_unique"

    private static let separator = ", "

    /// Reads the entry in the columns of a row from an index on.
    package init(_ row: any SQLRow, from column: Int32 = 0) {
        entity = row.text(column)
        attributes = row.text(column + 1).split(separator: Self.separator).map(String.init)
        isUnique = row.integer(column + 2) == 1
    }

    /// Creates the entry for an index of a model.
    init(_ index: IndexDescription, in model: ManagedObjectModel) {
        let layout = model.layouts[index.entity]
        entity = layout.name
        attributes = index.slots.map { layout.slots[$0].name }
        isUnique = index.isUnique
    }

    /// The attributes as they are stored.
    var text: String { attributes.joined(separator: Self.separator) }

    /// Returns the index in a model; `nil` if the model lacks the entity or an attribute.
    package func index(in model: ManagedObjectModel) -> IndexDescription? {
        guard let layout = model.layout(named: entity) else { return nil }
        let slots = attributes.compactMap { layout.slotIndexes[$0] }
        guard slots.count == attributes.count else { return nil }
        return IndexDescription(entity: layout.index, slots: slots, isUnique: isUnique)
    }
}
