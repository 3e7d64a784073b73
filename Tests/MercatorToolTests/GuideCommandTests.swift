import Foundation
import Testing

/// The commands of a guide, run by a shell.
@Suite("mercator: commands of the guides")
struct GuideCommandTests {
    /// Returns the blocks of a page: the language after each opening fence, and the text.
    private func blocks(of page: String) throws -> [(language: String, text: String)] {
        let text = try String(
            contentsOf: URL(filePath: #filePath).appending(path: "../../../Guides/\(page)")
                .standardized, encoding: .utf8)
        let parts = text.components(separatedBy: "```")
        return stride(from: 1, to: parts.count, by: 2).map { index in
            let lines = parts[index].split(
                separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(lines[0]), String(lines[1]))
        }
    }

    @Test func `sqlite-utils and dlt have counterparts that run`() throws {
        let workshop = try Workshop()
        try workshop.write("id,species,park_id\n1,Oak,4\n2,Fir,5\n", to: "trees.csv")
        try workshop.write("id,name\n4,North\n5,South\n", to: "parks.csv")
        let blocks = try blocks(of: "ComingFromSqliteUtils.md")
        for (name, payload) in zip(
            ["trees.json", "next.json"], blocks.filter { $0.language == "json" })
        {
            try workshop.write(payload.text, to: name)
        }
        var output = ""
        var compared = 0
        for block in blocks {
            switch block.language {
            case "sh":
                for line in block.text.split(separator: "\n") {
                    output = try run(String(line), in: workshop.directory)
                }
            case "text" where !block.text.hasPrefix("mercator"):
                #expect(output == block.text)
                compared += 1
            default: break
            }
        }
        #expect(compared == 3)
        #expect(output.contains("4 (North)"))
    }

    /// Runs a command line and returns what it prints.
    private func run(_ line: String, in directory: URL) throws -> String {
        let shell = Process()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", "PATH=\"\(Tool.products.path):$PATH\"; \(line)"]
        shell.currentDirectoryURL = directory
        shell.standardError = FileHandle.nullDevice
        let output = try Capture(in: directory)
        shell.standardOutput = output.handle
        try shell.run()
        shell.waitUntilExit()
        #expect(shell.terminationStatus == 0, "\(line)")
        return try output.text()
    }
}
