import Foundation

/// The folders of a target, with the types that each declares and uses.
struct SourceFolders {
    /// The use of a type in a folder other than its own.
    struct Reference: Hashable, CustomStringConvertible {
        let folder: String
        let other: String
        let type: String

        var description: String { "\(folder) uses \(type) of \(other)" }
    }

    let names: Set<String>
    let references: Set<Reference>

    /// Reads the folders of a target.
    ///
    /// Types are found by name: declarations at the top level that are not private, and words that
    /// begin with a capital letter. Names that several folders declare, or that the using folder
    /// declares inside another type, are ignored.
    init(ofTarget target: String) throws {
        let root = Guide.root.appending(path: "Sources/\(target)").standardizedFileURL
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
            .filter { $0.hasSuffix(".swift") }
        var words: [String: Set<String>] = [:]
        var nested: [String: Set<String>] = [:]
        var homes: [String: Set<String>] = [:]
        for path in paths {
            let parts = path.split(separator: "/")
            let folder = parts.count > 1 ? String(parts[0]) : "."
            let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
            for line in text.split(separator: "\n") {
                let code = Self.code(of: line)
                let tokens = code.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
                words[folder, default: []].formUnion(
                    tokens.lazy.filter { $0.first?.isUppercase == true }.map(String.init))
                guard let name = Self.declaredType(in: tokens) else { continue }
                if line.first == " " {
                    nested[folder, default: []].insert(name)
                } else if !tokens.contains("private"), !tokens.contains("fileprivate") {
                    homes[name, default: []].insert(folder)
                }
            }
        }
        names = Set(words.keys)
        var references: Set<Reference> = []
        for (folder, words) in words {
            for word in words.subtracting(nested[folder] ?? []) {
                guard let home = homes[word], home.count == 1, let other = home.first,
                    other != folder
                else { continue }
                references.insert(Reference(folder: folder, other: other, type: word))
            }
        }
        self.references = references
    }

    /// Returns the names of all targets with Swift sources.
    static func targets() throws -> [String] {
        let root = Guide.root.appending(path: "Sources").standardizedFileURL
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
        return Set(
            paths.filter { $0.hasSuffix(".swift") }.compactMap { $0.split(separator: "/").first }
        )
        .map(String.init).sorted()
    }

    /// Returns the references of folders to those above them in an order from the bottom up.
    func upwardReferences(in order: [String]) -> Set<Reference> {
        references.filter { reference in
            guard let own = order.firstIndex(of: reference.folder),
                let other = order.firstIndex(of: reference.other)
            else { return true }
            return own < other
        }
    }

    /// Returns a line without its comment and the contents of string literals.
    private static func code(of line: Substring) -> String {
        var code = ""
        var isText = false
        var isEscaped = false
        for character in line {
            if isText {
                isText = isEscaped || character != "\""
                isEscaped = !isEscaped && character == "\\"
                continue
            }
            if character == "/", code.last == "/" { return code }
            isText = character == "\""
            code.append(character)
        }
        return code
    }

    private static let keywords: Set<Substring> = [
        "struct", "class", "enum", "protocol", "actor", "typealias",
    ]

    private static func declaredType(in tokens: [Substring]) -> String? {
        guard let index = tokens.firstIndex(where: keywords.contains), index + 1 < tokens.count,
            tokens[index + 1].first?.isUppercase == true
        else { return nil }
        return String(tokens[index + 1])
    }
}
