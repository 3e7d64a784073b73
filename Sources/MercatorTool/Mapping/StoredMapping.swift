import Mercator

/// The mapping kept in a store, so that later pages need no flag.
struct StoredMapping {
    let file: MappingFile
    /// The kind of the first sources, which becomes a group name when other kinds follow.
    let group: String
    /// The payloads of an import in parts, if the mapping was found for one.
    let input: DividedInput?

    private static let textName = "mapping"
    private static let groupName = "mapping-group"
    private static let inputName = "mapping-input"

    /// Reads the mapping in a store; `nil` if the store does not exist.
    ///
    /// - Parameter address: The address of the store.
    /// - Throws: ``CommandError`` if something else is at the address, or the store has no
    ///   mapping.
    init?(at address: any StoreAddress) throws {
        try address.requireStorable()
        guard try !address.isVacant() else { return nil }
        guard let stored = try StoredMapping(inImported: address) else {
            throw CommandError(
                "\(address) keeps no mapping, so 'mercator import' has not made it; name its mapping "
                    + "with --mapping, or another store")
        }
        self = stored
    }

    /// Reads the mapping of a store; `nil` if the store keeps none.
    ///
    /// - Throws: ``CommandError`` if the mapping cannot be read.
    init?(inImported address: any StoreAddress) throws {
        let texts = try address.annotations()
        guard let text = texts[Self.textName] else { return nil }
        do {
            file = try MappingFile(parsing: text)
        } catch {
            throw CommandError("the mapping in \(address) cannot be read: \(error)")
        }
        group = texts[Self.groupName] ?? ""
        input = texts[Self.inputName].flatMap(DividedInput.init(text:))
    }

    /// Returns the texts that keep a mapping in a store.
    static func annotations(of mapping: ImportMapping) throws -> [String: String] {
        var texts = [textName: try mapping.file.text, groupName: mapping.group]
        texts[inputName] = mapping.input?.text
        return texts
    }
}
