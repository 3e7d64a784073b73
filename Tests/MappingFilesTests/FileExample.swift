import Foundation

/// The example of a mapping file in its guide, in the form in which it is written.
enum FileExample {
    static let text: String = {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let page = package.appendingPathComponent("Guides/MappingFiles.md")
        let guide = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
        let block = guide.split(separator: "```json\n").dropFirst().first ?? ""
        return String(block.prefix { $0 != "`" })
    }()
}
