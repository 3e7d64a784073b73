#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension ConnectionDescription {
    /// The description as JSON, for a store to keep.
    package func text() throws(StoreError) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        do {
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        } catch {
            throw StoreError(.failure, "the connection of \(relationship) has no text: \(error)")
        }
    }

    /// Reads what ``text()`` wrote.
    package init(text: String) throws(StoreError) {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
        } catch {
            throw StoreError(.corrupt, "a registered connection cannot be read: \(error)")
        }
    }
}
