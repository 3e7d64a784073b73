import Foundation
import Testing

/// Tests that the examples in comments of the network are code that runs here.
///
/// A block occurs word for word in a file whose name begins with `CommentExamples`.
@Suite("The examples in comments")
struct CommentExampleTests {
    private static let targets = ["OutboxEntries", "RemoteGraph", "RemoteOutbox"]

    @Test(arguments: targets)
    func `the examples of comments are code that runs here`(target: String) throws {
        let folder = Guide.root.appending(path: "Tests/GuideTests")
        let code = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasPrefix("CommentExamples") }
            .map { try Self.text(folder.appending(path: $0)) }.joined()
        let sources = Guide.root.appending(path: "Sources/\(target)")
        var count = 0
        for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path).sorted()
        where path.hasSuffix(".swift") {
            for block in try Self.blocks(of: sources.appending(path: path)) {
                #expect(
                    code.contains(Self.compact(block.text)),
                    "\(target)/\(path):\(block.line): no file CommentExamples has this example")
                count += 1
            }
        }
        #expect(count > 0)
    }

    private static func text(_ file: URL) throws -> String {
        compact(try String(contentsOf: file, encoding: .utf8))
    }

    /// Returns a text without white space, since the formatter breaks lines of code elsewhere.
    private static func compact(_ text: String) -> String { text.filter { !$0.isWhitespace } }

    /// Returns the blocks of Swift in the comments of a file.
    private static func blocks(of file: URL) throws -> [(line: Int, text: String)] {
        var blocks: [(line: Int, text: String)] = []
        var isOpen = false
        let lines = try String(contentsOf: file, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            let line = line.drop { $0 == " " }
            guard line.hasPrefix("///") else { continue }
            let text = line.dropFirst(3)
            if text.hasPrefix(" ```") {
                isOpen = text.hasPrefix(" ```swift")
                if isOpen { blocks.append((number + 1, "")) }
            } else if isOpen {
                blocks[blocks.count - 1].text += text + "\n"
            }
        }
        return blocks
    }
}
