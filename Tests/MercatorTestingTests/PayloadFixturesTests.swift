import Foundation
import MercatorPayload
import MercatorTesting
import Testing

@Suite("Fixtures")
final class PayloadFixturesTests {
    private let directory: URL
    private let fixtures: PayloadFixtures

    init() throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("mercator-fixtures-" + UUID().uuidString)
        fixtures = PayloadFixtures(directory: directory)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data("[1,\n 2".utf8).write(to: directory.appendingPathComponent("broken.json"))
        try Data([0x22, 0xFF, 0x22]).write(to: directory.appendingPathComponent("latin.txt"))
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    @Test func `are found in a bundle`() throws {
        #expect(try Humans.fixtures.names == ["human.json"])
        #expect(try Humans.fixtures.document("human.json").root["human"]?.kind == .object)
        #expect(try Humans.fixtures.text("human.json").hasPrefix("{"))
    }

    @Test(arguments: [
        ("humans.json", PayloadFixtureError.Code.missingFile, "there is broken.json, latin.txt"),
        ("broken.json", .notPayload, "'broken.json' is not JSON: expected"),
        ("latin.txt", .notPayload, "'latin.txt' is not JSON:"),
        (".", .unreadable, "cannot be read"),
    ])
    func `that cannot be had say why`(
        name: String, code: PayloadFixtureError.Code, message: String
    ) throws {
        let error = #expect(throws: PayloadFixtureError.self) {
            _ = try fixtures.document(name)
        }
        #expect(error?.code == code)
        #expect(error?.description.contains(message) == true, "\(error as Any)")
    }

    @Test func `that are no text cannot be read as one`() {
        let error = #expect(throws: PayloadFixtureError.self) { _ = try fixtures.text("latin.txt") }
        #expect(error?.code == .notText)
    }

    @Test func `of a directory that is not there`() {
        let nowhere = PayloadFixtures(directory: directory.appendingPathComponent("nowhere"))
        let error = #expect(throws: PayloadFixtureError.self) { _ = try nowhere.bytes("a.json") }
        #expect(error?.code == .missingDirectory)
    }

    @Test func `a payload error is kept as the cause`() {
        let error = #expect(throws: PayloadFixtureError.self) {
            _ = try fixtures.document("broken.json")
        }
        #expect((error?.cause as? PayloadError)?.code == .unexpectedEnd)
    }
}
