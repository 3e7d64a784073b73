import Foundation

/// A Markdown page of this package, split into blocks.
struct Guide {
    /// The content between two fences.
    struct Block {
        /// The language name after the opening fence.
        var language: String
        var text: String
        /// The line of the page at which the block begins.
        var line: Int
    }

    let text: String
    private(set) var blocks: [Block] = []
    /// Indicates whether the last fence was closed.
    private(set) var isClosed = true

    /// Reads a page by its path in the package.
    init(_ path: String) throws {
        text = try String(contentsOf: Guide.root.appending(path: path), encoding: .utf8)
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            if line.hasPrefix("```") {
                if isClosed {
                    blocks.append(
                        Block(language: String(line.dropFirst(3)), text: "", line: number + 1))
                }
                isClosed.toggle()
            } else if !isClosed {
                let separator = blocks[blocks.count - 1].text.isEmpty ? "" : "\n"
                blocks[blocks.count - 1].text += separator + line
            }
        }
    }

    /// The expected outputs of programs in the guide.
    var texts: [String] { blocks.filter { $0.language == "text" }.map(\.text) }

    /// The local files that the page links to.
    var links: [String] {
        text.matches(of: /\]\(([^)\s#]+)[^)]*\)/).map { String($0.output.1) }
            .filter { !$0.contains("://") }
    }

    /// The root directory of the package.
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The paths of all pages.
    static let paths: [String] = {
        let guides = FileManager.default.subpaths(atPath: root.appending(path: "Guides").path)
        let pages = (guides ?? []).filter { $0.hasSuffix(".md") }.map { "Guides/" + $0 }
        return ["README.md"] + pages.sorted()
    }()
}
