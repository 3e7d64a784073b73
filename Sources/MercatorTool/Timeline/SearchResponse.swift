import Mercator

/// The response of a Twitter search, as a file that somebody named.
struct SearchResponse {
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    /// The payload, checked before any store is touched.
    ///
    /// - Throws: ``CommandError`` if it cannot be read, or is something else.
    func document() throws -> PayloadDocument {
        let bytes = try InputFile(path).bytes()
        let document: PayloadDocument
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
        return document
    }

    private static func summary(of root: PayloadValue) -> String {
        let keys = root.members.prefix(5).map { "'\($0.key)'" }
        guard root.kind == .object else { return root.kind == .array ? "an array" : "\(root.kind)" }
        return keys.isEmpty ? "an empty one" : "one with " + keys.joined(separator: ", ")
    }
}
