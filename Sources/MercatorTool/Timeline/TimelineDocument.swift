import Mercator

/// The response of a Twitter search in a file, checked before any store is touched.
struct TimelineDocument {
    let path: String
    let document: PayloadDocument

    /// Reads a file.
    ///
    /// - Throws: ``CommandError`` that names the file.
    init(_ path: String) throws {
        let bytes = try InputFile(path).bytes()
        do {
            document = try PayloadDocument(parsing: bytes)
        } catch {
            throw CommandError("'\(path)' is not JSON: \(error)")
        }
        guard document.root["statuses"] != nil else {
            throw CommandError(
                "'\(path)' is not the response of a search: expected an object with 'statuses', "
                    + "found \(Self.summary(of: document.root))")
        }
        self.path = path
    }

    private static func summary(of root: PayloadValue) -> String {
        let keys = root.members.prefix(5).map { "'\($0.key)'" }
        guard root.kind == .object else { return root.kind == .array ? "an array" : "\(root.kind)" }
        return keys.isEmpty ? "an empty one" : "one with " + keys.joined(separator: ", ")
    }
}
