package import ObjectGraph

/// Named texts kept with a store, as rows of `mercator_store`, which exists in files of every
/// version.
package struct StoreAnnotations {
    static let prefix = "annotation:"
    private let records: StoreRecords

    package init(_ session: any SQLSession) {
        records = StoreRecords(session)
    }

    /// Returns the texts by name.
    package func texts() throws(StoreError) -> [String: String] {
        let rows = try records.texts(behind: Self.prefix).map { ($0.name, $0.text) }
        return Dictionary(rows, uniquingKeysWith: { first, _ in first })
    }

    /// Tests whether the file has all of these texts.
    package func contain(_ texts: [String: String]) throws(StoreError) -> Bool {
        guard !texts.isEmpty else { return true }
        let stored = try self.texts()
        return texts.allSatisfy { stored[$0.key] == $0.value }
    }

    /// Writes texts, keeping texts with different names; the caller has opened a transaction.
    package func write(_ texts: [String: String]) throws(StoreError) {
        for (name, text) in texts.sorted(by: { $0.key < $1.key }) {
            try records.write(text, of: Self.prefix + name)
        }
    }
}
