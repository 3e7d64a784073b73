import Foundation

/// A Markdown page of this package, taken apart.
struct Guide {
    /// What stands between two fences.
    struct Block {
        /// The word behind the opening fence.
        var language: String
        var text: String
        /// Where the block begins in the page.
        var line: Int
    }

    let text: String
    private(set) var blocks: [Block] = []
    /// Whether the last fence was closed.
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

    /// What the guide says that a program answers.
    var texts: [String] { blocks.filter { $0.language == "text" }.map(\.text) }

    /// The places that the page's links lead to, without those in the web and in the page itself.
    var links: [String] {
        text.matches(of: /\]\(([^)\s#]+)[^)]*\)/).map { String($0.output.1) }
            .filter { !$0.contains("://") }
    }

    /// The top of the package.
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The paths of all pages.
    static let paths: [String] = {
        let guides = FileManager.default.subpaths(atPath: root.appending(path: "Guides").path)
        let pages = (guides ?? []).filter { $0.hasSuffix(".md") }.map { "Guides/" + $0 }
        return ["README.md"] + pages.sorted()
    }()
}
