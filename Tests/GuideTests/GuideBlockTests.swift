import Foundation
import Testing

/// Tests that the guides agree with compiled code.
///
/// The blocks of a page are compiled in the test file with its name, or in one that continues it,
/// such as `StoresTests+Files.swift`. A block that does not occur there word for word has not been
/// tested.
@Suite("The guides' blocks")
struct GuideBlockTests {
    @Test(arguments: Guide.paths)
    func `the guide's blocks are the code that runs here`(path: String) throws {
        let blocks = try Guide(path).blocks.filter { ["swift", "json"].contains($0.language) }
        guard !blocks.isEmpty else { return }
        let name = path == "README.md" ? "Readme" : Self.name(of: path)
        let code = try Self.sources(of: name).map { Self.words($0) }
        #expect(!code.isEmpty, "\(path): there is no \(name)Tests.swift")
        for block in blocks {
            #expect(
                code.contains { $0.contains(Self.words(block.text)) },
                "\(path):\(block.line): \(name)Tests.swift does not have this block")
        }
    }

    @Test(arguments: Guide.paths)
    func `every block says what it is`(path: String) throws {
        let guide = try Guide(path)
        #expect(guide.isClosed)
        for block in guide.blocks {
            #expect(
                ["swift", "json", "sql", "sh", "text", "objc"].contains(block.language),
                "\(path):\(block.line): '\(block.language)' is no language of the guides")
        }
    }

    @Test func `the index has every guide`() throws {
        let index = Set(try Guide("Guides/README.md").links)
        let guides = Guide.paths.filter { $0.split(separator: "/").count == 2 }
            .map { String($0.dropFirst("Guides/".count)) }
        #expect(index.isSuperset(of: Set(guides).subtracting(["README.md"])))
    }

    /// Returns the test file of a page, and those that continue it.
    private static func sources(of name: String) throws -> [String] {
        let folder = Guide.root.appending(path: "Tests/GuideTests")
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0 == "\(name)Tests.swift" || $0.hasPrefix("\(name)Tests+") }
            .map { try String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
    }

    private static func name(of path: String) -> String {
        URL(filePath: path).deletingPathExtension().lastPathComponent
    }

    /// Returns the text with each run of white space as a single space, to ignore indentation and
    /// line breaks.
    private static func words(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
