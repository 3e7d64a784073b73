#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ConnectionDescription {
    /// Returns the description as JSON, with predicates in the predicate language.
    ///
    /// - Throws: ``StoreError`` with code `failure` if the description cannot be encoded.
    package func text() throws(StoreError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        do {
            return String(decoding: try encoder.encode(StoredConnection(self)), as: UTF8.self)
        } catch {
            throw StoreError(.failure, "the connection of \(relationship) has no text: \(error)")
        }
    }

    /// Reads a text that this or an earlier version of ``text()`` wrote.
    ///
    /// - Throws: ``StoreError`` with code `corrupt` if the text cannot be read.
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

/// The stored form of a connection, readable by other tools.
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

/// The stored form of a predicate: its text.
///
/// Earlier versions stored its parts as nested JSON. A predicate that the language cannot express,
/// such as a predicate with too deep nesting, is still stored in that form.
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
