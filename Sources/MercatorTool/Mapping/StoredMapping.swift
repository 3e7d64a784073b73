import Foundation
import Mercator

/// The mapping kept in a store, so that later pages need no flag.
struct StoredMapping {
    let file: MappingFile
    /// The kind of the first sources, which names their group if others follow.
    let group: String

    private static let textName = "mapping"
    private static let groupName = "mapping-group"

    /// Reads the mapping of a store; `nil` if there is no store yet.
    ///
    /// - Parameter path: The path of the store.
    /// - Throws: ``CommandError`` if the file is another one, or keeps no mapping.
    init?(at path: String) throws {
        try FilePlace(path).requireStorable()
        let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        guard FileManager.default.fileExists(atPath: path), size != 0 else { return nil }
        guard let stored = try StoredMapping(inImported: path) else {
            throw CommandError(
                "'\(path)' keeps no mapping, so 'mercator import' has not made it; name its mapping "
                    + "with --mapping, or another file")
        }
        self = stored
    }

    /// Reads the mapping of a store; `nil` if the store keeps none.
    ///
    /// - Throws: ``CommandError`` if the mapping cannot be read.
    init?(inImported path: String) throws {
        let texts = try SQLiteStore.annotations(at: path)
        guard let text = texts[Self.textName] else { return nil }
        do {
            file = try MappingFile(parsing: text)
        } catch {
            throw CommandError("the mapping in '\(path)' cannot be read: \(error)")
        }
        group = texts[Self.groupName] ?? ""
    }

    /// Returns the texts that keep a mapping in a store.
    static func annotations(_ file: MappingFile, group: String) throws -> [String: String] {
        [textName: try file.text, groupName: group]
    }
}
