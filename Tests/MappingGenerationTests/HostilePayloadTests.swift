import Foundation
import MappingFiles
import MappingGeneration
import MappingInference
import Mercator
import ModelGeneration
import Testing

@Suite("Outputs of hostile payloads")
struct HostilePayloadTests {
    private static func payload(_ seed: UInt64) -> String {
        var payload = HostilePayload(seed: seed)
        return payload.document()
    }

    private static func infer(_ payload: String) throws -> InferredMapping {
        try MappingInference().infer([
            PayloadSource(name: "pay\"load.json", bytes: Array(payload.utf8))
        ])
    }

    /// Returns the hidden characters of a text, apart from line breaks.
    private func hidden(_ text: String) -> [Unicode.Scalar] {
        text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control: scalar != "\n"
            case .lineSeparator, .paragraphSeparator: true
            case .format: scalar.value != 0x200C && scalar.value != 0x200D
            default: false
            }
        }
    }

    private func package(_ inferred: InferredMapping) throws -> SwiftPackage {
        try SwiftPackage(
            inferred.file, named: "Hostile", dependency: .path("../Mercator"),
            decisions: inferred.decisions)
    }

    @Test(
        "I-083, I-085…I-092, I-139: no output contains a hidden character, or markup of a payload",
        arguments: 0..<24 as Range<UInt64>)
    func harmless(seed: UInt64) throws {
        let inferred = try Self.infer(Self.payload(seed))
        let contents = try ReportContents(inferred, title: "<b>\u{202E}", version: "1")
        var texts = [
            "\(InferenceTable(inferred, payloads: ["a\u{1B}.json"], width: 100))",
            "\(try DecisionList(inferred, about: nil, width: 100))",
            try InferenceJSON(inferred).text(), "\(ModelDiagram(contents.model))",
            try inferred.file.text,
        ]
        texts += try package(inferred).files.map(\.text)
        for markup in [
            "\(SVGDiagram(contents.model, contents.diagramDetails))", "\(HTMLReport(contents))",
        ] {
            let reading = MarkupReading(markup)
            #expect(reading.problems == [], "seed \(seed)")
            #expect(reading.elements["script"] == nil && reading.elements["img"] == nil)
            texts.append(markup)
        }
        for text in texts { #expect(hidden(text) == [], "seed \(seed): \(text.prefix(60))") }
    }

    @Test(
        "the mapping file is read as it is written, and a second import inserts nothing",
        arguments: 0..<24 as Range<UInt64>)
    func twice(seed: UInt64) throws {
        let payload = Self.payload(seed)
        let inferred = try Self.infer(payload)
        let read = try MappingFile(parsing: try inferred.file.text)
        #expect(read == inferred.file, "seed \(seed)")

        let folder = try TemporaryFolder()
        let path = "\(folder.path)/pay\"load.json"
        try Data(payload.utf8).write(to: URL(fileURLWithPath: path))
        let container = try PersistentContainer(model: read.model(), store: InMemoryStore())
        let load = try DocumentImport(read.plan())
        let first = try load.run(file: path, in: container)
        let second = try load.run(file: path, in: container)
        #expect(second.total.inserted == 0 && second.records == first.records, "seed \(seed)")
    }

    @Test(
        "I-085…I-092, I-125: packages compile without a warning, and need no formatting",
        .enabled(if: SwiftTools.areReady, "the modules of Mercator are not built"),
        arguments: 0..<3 as Range<UInt64>)
    func compiles(seed: UInt64) throws {
        let folder = try TemporaryFolder()
        try package(Self.infer(Self.payload(seed))).write(to: folder.path)
        let sources = "\(folder.path)/Sources/Hostile"
        let files = try FileManager.default.contentsOfDirectory(atPath: sources).sorted()
        #expect(try SwiftTools.typeCheck(files.map { "\(sources)/\($0)" }) == "", "seed \(seed)")
        #expect(try SwiftTools.lint(folder.path) == "", "seed \(seed)")
    }
}
