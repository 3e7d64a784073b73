import Mercator

/// The response of a Twitter search, read from a file and validated.
struct TimelineDocument {
    let document: PayloadDocument

    /// Reads a file.
    ///
    /// - Throws: ``CommandError`` with the name of the file.
    init(_ path: String) throws {
        document = try InputFile(path).document()
        guard document.root["statuses"] != nil else {
            throw CommandError(
                "'\(path)' is not the response of a search: expected an object with 'statuses', "
                    + "found \(Self.summary(of: document.root))")
        }
    }

    private static func summary(of root: PayloadValue) -> String {
        let keys = root.members.prefix(5).map { "'\($0.key)'" }
        guard root.kind == .object else { return root.kind == .array ? "an array" : "\(root.kind)" }
        return keys.isEmpty ? "an empty one" : "one with " + keys.joined(separator: ", ")
    }
}
