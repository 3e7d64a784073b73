#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ConnectionDescription {
    /// The description as JSON, for a store to keep; predicates are in their own language.
    package func text() throws(StoreError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        do {
            return String(decoding: try encoder.encode(StoredConnection(self)), as: UTF8.self)
        } catch {
            throw StoreError(.failure, "the connection of \(relationship) has no text: \(error)")
        }
    }

    /// Reads what ``text()`` wrote, in this version or in earlier ones.
    package init(text: String) throws(StoreError) {
        do {
            let stored = try JSONDecoder().decode(StoredConnection.self, from: Data(text.utf8))
            self.init(
                entity: stored.entity, relationship: stored.relationship, connectedBy: [:],
                includesSubentities: stored.includesSubentities,
                sourcePredicate: stored.sourcePredicate.predicate,
                destinationPredicate: stored.destinationPredicate.predicate,
                onMissing: stored.onMissing)
            keys = stored.keys
            keyPath = stored.keyPath
        } catch {
            throw StoreError(.corrupt, "a registered connection cannot be read: \(error)")
        }
    }
}

/// A connection as a store keeps it, so that other tools can read it as well.
private struct StoredConnection: Codable {
    let entity: String
    let relationship: String
    let keys: [ConnectionDescription.Key]
    let keyPath: PropertyPath?
    let includesSubentities: Bool
    let sourcePredicate: StoredPredicate
    let destinationPredicate: StoredPredicate
    let onMissing: ConnectionDescription.MissingKeyPolicy

    init(_ description: ConnectionDescription) {
        entity = description.entity
        relationship = description.relationship
        keys = description.keys
        keyPath = description.keyPath
        includesSubentities = description.includesSubentities
        sourcePredicate = StoredPredicate(predicate: description.sourcePredicate)
        destinationPredicate = StoredPredicate(predicate: description.destinationPredicate)
        onMissing = description.onMissing
    }
}

/// A predicate as text.
///
/// Earlier versions kept its parts, one in the other. So are those few still that the language cannot
/// say, such as one that is nested too deeply.
private struct StoredPredicate: Codable {
    let predicate: EntityPredicate

    init(predicate: EntityPredicate) {
        self.predicate = predicate
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) {
            predicate = try EntityPredicate(format: text, arguments: [])
        } else {
            predicate = try container.decode(EntityPredicate.self)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let text = predicate.description
        if let read = try? EntityPredicate(format: text, arguments: []), read == predicate {
            try container.encode(text)
        } else {
            try container.encode(predicate)
        }
    }
}
