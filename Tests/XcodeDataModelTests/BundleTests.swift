import Foundation
import ObjectGraph
import Testing
import XcodeDataModel

@Suite("Versions of Xcode's models, in files and as bytes")
struct BundleTests {
    private static let empty = Fixtures.model("")
    private static let broken = Array("<model>\n<entity></model>".utf8)

    private static func file(naming name: String) -> [UInt8] {
        Array(
            "<plist><dict><key>_XCCurrentVersionName</key><string>\(name)</string></dict></plist>"
                .utf8)
    }

    @Test func `versions are in the order of their numbers`() throws {
        let names = ["M 10", "M 2", "M", "M 2 copy", "L"]
        let contents = Dictionary(uniqueKeysWithValues: names.map { ($0, Self.empty) })
        let xcode = try XcodeModel(
            contents: contents, currentVersion: Self.file(naming: "M 2.xcdatamodel"))
        #expect(xcode.versions.map(\.name) == ["L", "M", "M 2", "M 2 copy", "M 10"])
        #expect(xcode.current.name == "M 2")
    }

    @Test(
        arguments: [
            (.all, ["M 2", "M 3"]), (.current, ["M 2"]), (.named("M 3"), ["M 3"]),
            (.named("M"), nil),
        ] as [(XcodeModel.Selection, [String]?)])
    func `only the version that is asked for must be right`(
        selection: XcodeModel.Selection, names: [String]?
    ) throws {
        let contents = ["M": Self.broken, "M 2": Self.empty, "M 3": Self.empty]
        let file = Self.file(naming: "M 2")
        guard let names else {
            let error = try #require(
                #expect(throws: XcodeModelError.self) {
                    try XcodeModel(contents: contents, currentVersion: file, selection: selection)
                })
            #expect(error.problems.map(\.location.version) == ["M"])
            return
        }
        let xcode = try XcodeModel(
            contents: contents, currentVersion: file, selection: selection)
        #expect(xcode.versions.map(\.name) == names)
        #expect(xcode.current.name == names[0])
        #expect(xcode.skippedVersions == (selection == .all ? ["M"] : []))
    }

    @Test func `a skipped version reports its problems on request`() throws {
        let xcode = try XcodeModel(
            contents: ["M": Self.broken, "M 2": Self.empty, "M 10": [], "M 9": Self.broken],
            currentVersion: Self.file(naming: "M 2"))
        #expect(xcode.skippedVersions == ["M", "M 9", "M 10"])
        #expect(xcode["M"] == nil)
        #expect(try xcode.version("M 2").name == "M 2")
        let error = try #require(
            #expect(throws: XcodeModelError.self) { try xcode.version("M") })
        #expect(error.problems.map(\.location.version) == ["M"])
        #expect(error.problems.map(\.code) == [.malformed])
        let unknown = try #require(
            #expect(throws: XcodeModelError.self) { try xcode.version("M 3") })
        #expect(
            unknown.problems.map(\.description) == [
                "M 3: there is no such version, there is M 2; did you mean 'M 2'?"
            ])
    }

    @Test func `a current version that cannot be read is an error of its own alone`() throws {
        let error = try #require(
            #expect(throws: XcodeModelError.self) {
                try XcodeModel(
                    contents: ["M": Self.broken, "M 2": Self.broken, "M 3": Self.empty],
                    currentVersion: Self.file(naming: "M 2"))
            })
        #expect(error.problems.map(\.location.version) == ["M 2"])
    }

    @Test(
        arguments: [
            (
                [], nil, .all,
                ".xccurrentversion: expected this file or a single version, found none"
            ),
            (
                ["A", "B"], nil, .all,
                "found A, B; choose the current version in Xcode, or ask for a version by its name"
            ),
            (["A", "B"], nil, .current, "found A, B; choose the current version"),
            (
                ["A", "B"], "C.xcdatamodel", .all,
                "it names 'C', there is A, B; choose the current version in Xcode, or ask for"
            ),
            (["A", "B"], "A", .named("Ab"), "Ab: there is no such version, there is A, B"),
        ] as [([String], String?, XcodeModel.Selection, String)])
    func `which version is meant must be clear`(
        names: [String], current: String?, selection: XcodeModel.Selection, message: String
    ) throws {
        let contents = Dictionary(uniqueKeysWithValues: names.map { ($0, Self.empty) })
        let error = try #require(
            #expect(throws: XcodeModelError.self) {
                try XcodeModel(
                    contents: contents, currentVersion: current.map(Self.file),
                    selection: selection)
            })
        #expect(error.problems.map(\.code) == [.version])
        #expect(error.description.contains(message))
    }

    @Test(
        arguments: [
            ("<plist><dict/></plist>", .version),
            ("<plist><dict><key>_XCCurrentVersionName</key><string/></dict></plist>", .version),
            ("hello", .malformed),
        ] as [(String, XcodeModelError.Code)])
    func `the file with the current version must name one of several`(
        text: String, code: XcodeModelError.Code
    ) throws {
        let error = try #require(
            #expect(throws: XcodeModelError.self) {
                try XcodeModel(
                    contents: ["A": Self.empty, "B": Self.empty], currentVersion: Array(text.utf8))
            })
        #expect(error.problems.map(\.code) == [code])
    }

    @Test func `a file that names none is enough for a single version`() throws {
        let file = Array("<plist version=\"1.0\"><dict/></plist>".utf8)
        let xcode = try XcodeModel(contents: ["A": Self.empty], currentVersion: file)
        #expect(xcode.current.name == "A")
    }

    @Test(arguments: [
        "Library.xcdatamodeld", "Library.xcdatamodeld/Library 2.xcdatamodel",
        "Library.xcdatamodeld/Library 2.xcdatamodel/contents", "Library.xcdatamodeld/",
        "./Library.xcdatamodeld//Library 2.xcdatamodel/",
    ])
    func `a bundle, a version and its contents are read`(path: String) throws {
        let xcode = try XcodeModel(path: Fixtures.path(path))
        #expect(xcode.current.name == "Library 2")
        #expect(xcode.model.entities.count == 5)
    }

    @Test func `a single version needs no file that names it`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.empty, to: "A.xcdatamodeld/B.xcdatamodel/contents")
        let path = folder.url.appendingPathComponent("A.xcdatamodeld").path
        #expect(try XcodeModel(path: path).current.name == "B")
        try folder.write(Self.broken, to: "A.xcdatamodeld/C.xcdatamodel/contents")
        #expect(throws: XcodeModelError.self) { try XcodeModel(path: path) }
        #expect(try XcodeModel(path: path, selection: .named("B")).versions.count == 1)
    }

    @Test(arguments: [XcodeModel.Selection.all, .current, .named("M 3")])
    func `versions of Xcode 3 may stand beside later ones`(selection: XcodeModel.Selection) throws {
        let folder = try TemporaryFolder()
        for path in ["M.xcdatamodel/elements", "M.xcdatamodel/layout", "M 2.xcdatamodel/layout"] {
            try folder.write([1, 2, 3], to: "M.xcdatamodeld/" + path)
        }
        try folder.write(Self.empty, to: "M.xcdatamodeld/M 3.xcdatamodel/contents")
        try folder.write(Self.broken, to: "M.xcdatamodeld/1to2.xcmappingmodel/xcmapping.xml")
        try folder.write(Self.file(naming: "M 3"), to: "M.xcdatamodeld/.xccurrentversion")
        let path = folder.url.appendingPathComponent("M.xcdatamodeld").path
        let xcode = try XcodeModel(path: path, selection: selection)
        #expect(xcode.versions.map(\.name) == ["M 3"])
        #expect(xcode.skippedVersions == (selection == .all ? ["M", "M 2"] : []))
        let error = try #require(
            #expect(throws: XcodeModelError.self) {
                try XcodeModel(path: path, selection: .named("M 2"))
            })
        #expect(error.problems.map(\.code) == [.unreadable])
        guard selection == .all else { return }
        #expect(throws: error) { try xcode.version("M 2") }
    }

    @Test func `old versions that cannot be read do not stop a file that can`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.broken, to: "M.xcdatamodeld/M.xcdatamodel/contents")
        try folder.write([1], to: "M.xcdatamodeld/M 2.xcdatamodel/notes")
        try folder.write(Self.empty, to: "M.xcdatamodeld/M 3.xcdatamodel/contents")
        try folder.write(Self.file(naming: "M 3"), to: "M.xcdatamodeld/.xccurrentversion")
        let path = folder.url.appendingPathComponent("M.xcdatamodeld").path
        let xcode = try XcodeModel(path: path)
        #expect(xcode.current.name == "M 3")
        #expect(xcode.skippedVersions == ["M", "M 2"])
        #expect(try XcodeModel(path: path, selection: .current).current.name == "M 3")
        #expect(throws: XcodeModelError.self) { try xcode.version("M 2") }
        #expect(throws: XcodeModelError.self) {
            try XcodeModel(path: path, selection: .named("M"))
        }
    }

    @Test func `a mark of the byte order and long line ends do not matter`() throws {
        let text = String(decoding: Fixtures.model("<entity name=\"E\"/>"), as: UTF8.self)
        let bytes =
            [0xEF, 0xBB, 0xBF] + Array(text.split(separator: "\n").joined(separator: "\r\n").utf8)
        #expect(try XcodeModelVersion("M", contents: bytes).model.entities.map(\.name) == ["E"])
    }

    @Test(arguments: [
        ("Missing.xcdatamodeld", "there is no such file"),
        ("Early/Old.xcdatamodel", "if Xcode 3 saved it"),
        ("Empty.xcdatamodeld", "expected a folder with versions"),
        ("App.momd", "it is compiled; give the '.xcdatamodeld'"),
        ("App.momd/A.mom", "it is compiled; give the '.xcdatamodeld'"),
        ("AToB.xcmappingmodel", "it is a mapping from one model to another"),
        ("Half.xcdatamodeld", "contents: there is no such file"),
        ("Older.xcdatamodeld", "A: it has no file 'contents'; if Xcode 3 saved it"),
        ("", "found Empty.xcdatamodeld, Half.xcdatamodeld, Older.xcdatamodeld; give one of these"),
    ])
    func `what is no data model is said in plain words`(name: String, message: String) throws {
        let folder = try TemporaryFolder()
        let paths = [
            "Early/Old.xcdatamodel/elements", "Empty.xcdatamodeld/x", "App.momd/A.mom",
            "AToB.xcmappingmodel/xcmapping.xml", "Older.xcdatamodeld/A.xcdatamodel/layout",
            "Half.xcdatamodeld/A.xcdatamodel/notes",
        ]
        for path in paths { try folder.write([1, 2, 3], to: path) }
        let error = try #require(
            #expect(throws: XcodeModelError.self) {
                try XcodeModel(path: folder.url.appendingPathComponent(name).path)
            })
        #expect(error.problems.map(\.code) == [.unreadable])
        #expect(error.description.contains(message))
    }
}
