import Foundation
import Testing

/// The manifest, as other packages and API checks see it.
@Suite("The package")
struct PackageTests {
    private let manifest: String

    init() throws {
        manifest = try String(
            contentsOf: Guide.root.appending(path: "Package.swift"), encoding: .utf8)
    }

    /// SwiftPM rejects two targets with one name in a graph of packages, and a `CSQLite` is common.
    @Test func `the names of system libraries are those of this package alone`() {
        let names = manifest.matches(of: /\.systemLibrary\(\s*name: "(\w+)"/).map(\.output.1)
        #expect(names == ["MercatorCSQLite", "MercatorCPostgres", "MercatorCCurl"])
        #expect(!manifest.contains("\"CSQLite\""))
    }

    /// API checks compare the modules that a product lists.
    @Test func `the product lists every module that Mercator re-exports`() throws {
        let source = try String(
            contentsOf: Guide.root.appending(path: "Sources/Mercator/Mercator.swift"),
            encoding: .utf8)
        // What follows a condition belongs to Apple's platforms alone.
        let condition = source.firstRange(of: "#if")?.lowerBound ?? source.endIndex
        let always = source[..<condition]
        let exported = always.matches(of: /@_exported (?:public )?import (\w+)/).map(\.output.1)
        #expect(!exported.isEmpty)
        let list = try #require(manifest.firstMatch(of: /let modules = \[([^\]]*)\]/)).output.1
        let listed = list.matches(of: /"(\w+)"/).map(\.output.1)
        #expect(Set(listed) == Set(exported))
        #expect(
            manifest.contains(#".library(name: "Mercator", targets: ["Mercator"] + modules)"#))
    }

    /// A static program on Linux contains the tables of ICU as soon as one file imports Foundation
    /// as a whole.
    @Test func `libraries and the tool import no more of Foundation than its essentials`() throws {
        let root = Guide.root.appending(path: "Sources")
        var importing: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: root.path)
        where path.hasSuffix(".swift") {
            let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
            // The lines of a condition are indented.
            if text.contains(/(?m)^(?:public |package )?import Foundation$/) {
                importing.insert(String(path.prefix { $0 != "/" }))
            }
        }
        #expect(
            importing == [
                "MercatorCommand", "MercatorGenerator", "MercatorPlugin", "MercatorProgress",
                "MercatorTesting",
            ])
    }
}
