import Foundation
import ObjectGraph
import ObjectGraphPostgres
import ObjectGraphSQL
import PostgresTestSupport
import Synchronization
import TestSupport
import Testing

/// The same migration of a file and of a database.
///
/// The tests of the file state what a migration has to do.
@Suite("Migrations of a file and of a database", .needsPostgres)
struct MigrationAgreementTests {
    @Test(arguments: MigrationCase.all)
    func `an inferred migration has the same result`(change: MigrationCase) throws {
        try withPlaces { file, database in
            let model = try change.model()
            for place in [file, database] { try change.fill(place.store()) }
            if change.needsInferred {
                let before = try database.content(MigrationModel.model())
                #expect(
                    storeError { _ = try database.backend(model) }?.code == .schemaMismatch)
                #expect(try database.content(MigrationModel.model()) == before)
            }
            for place in [file, database] { _ = try place.backend(model, change.migration) }
            #expect(try database.content(model).differences(from: file.content(model)) == [])
            let trace = Trace()
            let store = try database.store(trace: { trace.note($0) }).open(for: model).backend
            #expect(!trace.statements.contains { $0.hasPrefix("CREATE") || $0.hasPrefix("ALTER") })
            #expect(try store.checkIntegrity(limit: 10).description == "no problems")
            try store.expectUse(of: model)
        }
    }

    @Test(arguments: MigrationRefusal.all)
    func `a migration is refused in the same words`(refusal: MigrationRefusal) throws {
        try PostgresSchema.with { schema in
            let place = StorePlace(schema)
            try MigrationModel.fill(place.store())
            let before = try place.content(MigrationModel.model())
            let error = storeError {
                _ = try place.backend(
                    MigrationModel.model(refusal.change), refusal.migration)
            }
            #expect(error?.code == .schemaMismatch)
            let name = error?.message.split(separator: "\n").first?
                .dropFirst().dropLast("' was made for another model:".count)
            #expect(error?.message == refusal.message(of: String(name ?? "")))
            #expect(name?.contains(schema.name) == true)
            #expect(try place.content(MigrationModel.model()) == before)
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func `random migrations have the same results`(seed: UInt64) throws {
        try withPlaces { file, database in
            for place in [file, database] { try MigrationModel.fill(place.store()) }
            var random = RandomMigration(seed: seed)
            for _ in 0..<8 {
                let model = try random.nextModel()
                for place in [file, database] {
                    try random.expectContent(of: place.backend(model, .inferred), model)
                }
                #expect(
                    try database.content(model).differences(from: file.content(model)) == [],
                    "\(random.generator), round \(random.round)")
            }
        }
    }

    @Test("the values of stored rows are kept", arguments: Widening.cases)
    func values(change: Widening.Case) throws {
        try withPlaces { file, database in
            for place in [file, database] {
                let widening = Widening { place.store($0) }
                try widening.fill(change.old, change.values)
                #expect(
                    try widening.values(change.new)
                        == change.expected.map { change.new.normalized($0) ?? .null })
            }
            let model = try Widening { database.store($0) }.model(change.new)
            #expect(try database.content(model).differences(from: file.content(model)) == [])
        }
    }

    /// Types with random values, which a wider type keeps.
    private static let widenings: [(AttributeType, AttributeType)] = [
        (.double, .string), (.double, .decimal), (.decimal, .string), (.date, .string),
        (.uuid, .string), (.string, .array), (.double, .array), (.decimal, .array),
        (.date, .array), (.array, .data), (.integer64, .array), (.float, .double),
        (.data, .array), (.integer64, .double), (.boolean, .string), (.url, .array),
    ]

    @Test(arguments: MigrationAgreementTests.widenings, 1...2 as ClosedRange<UInt64>)
    func `random values become the same`(
        types: (old: AttributeType, new: AttributeType), seed: UInt64
    ) throws {
        try withPlaces { file, database in
            var generator = SeededGenerator(seed: seed)
            let values = (0..<300).map { _ in RandomWidening.value(types.old, &generator) }
            var errors: [String?] = []
            for place in [file, database] {
                let widening = Widening { place.store($0) }
                try widening.fill(types.old, values)
                let error = storeError { _ = try place.backend(widening.model(types.new)) }
                errors.append(error.map { String($0.message.drop { $0 != "\n" }) })
            }
            #expect(errors[0] == errors[1], "\(generator)")
            guard errors[0] == nil else { return }
            let model = try Widening { database.store($0) }.model(types.new)
            #expect(
                try database.content(model).differences(from: file.content(model)) == [],
                "\(generator)")
        }
    }

    @Test(arguments: ["all steps", "the last step", "another tree", "new objects"])
    func `steps with closures have the same result`(name: String) throws {
        let all = try MigrationSteps()
        let steps: [MigrationStep] =
            switch name {
            case "another tree": [try all.labelsToShapes()]
            case "new objects": [try all.personsToLabels()]
            default: [all.titleToLength, all.nameToNames]
            }
        try withPlaces { file, database in
            let model = try #require(steps.last).destination.model
            for place in [file, database] {
                try MigrationModel.fill(place.store())
                if place.kind == .postgres {
                    // New objects get the same numbers as in a file, which gives back what is left.
                    _ = try place.query(
                        "UPDATE mercator_sequence SET next = "
                            + "CASE entity WHEN 'Desk' THEN 2 WHEN 'Post' THEN 4 ELSE 3 END")
                }
                if name == "the last step" {
                    _ = try place.backend(all.second.model, .stepwise([all.titleToLength]))
                }
                let store = try place.backend(model, .stepwise(steps))
                #expect(try store.checkIntegrity(limit: 10).description == "no problems")
                // The steps are known, but not needed.
                _ = try place.backend(model, .stepwise(steps))
            }
            #expect(try database.content(model).differences(from: file.content(model)) == [])
            try database.backend(model).expectUse(of: model)
        }
    }

    @Test func `a closure gets more objects than are read at once`() throws {
        try PostgresSchema.with { schema in
            let place = StorePlace(schema)
            let widening = Widening { place.store($0) }
            try widening.fill(.integer64, (0..<2500).map { .integer($0) })
            var step = MigrationStep(
                from: ModelVersion("1", try widening.model(.integer64)),
                to: ModelVersion("2", try widening.model(.boolean)))
            step.transform("Item") { item, migration in
                var changed = try migration.row(from: item)
                if case .integer(let value) = item["value"] {
                    changed["value"] = .boolean(value.isMultiple(of: 2))
                }
                return changed
            }
            let store = try place.backend(widening.model(.boolean), .stepwise([step]))
            let rows = try store.makeReader().rows(matching: RowRequest(entity: 0))
            #expect(rows.map { $0.row[1] } == (0..<2500).map { .boolean($0.isMultiple(of: 2)) })
        }
    }

    @Test func `what a closure throws is named, and the database stays as it was`() throws {
        try PostgresSchema.with { schema in
            let place = StorePlace(schema)
            try MigrationModel.fill(place.store())
            let steps = try MigrationSteps()
            var step = steps.nameToNames
            step.transform("Desk") { desk, migration in
                try migration.link(try migration.row(from: desk), "nobody", to: desk.objectID)
                return nil
            }
            let before = try place.content(steps.first.model)
            let error = storeError {
                _ = try place.backend(
                    steps.third.model, .stepwise([steps.titleToLength, step]))
            }
            #expect(
                error?.message == "the migration from '2.0' to '3.0' stopped at Desk/1: Desk has "
                    + "no relationship 'nobody' in the later version; nothing was changed")
            #expect(try place.content(steps.first.model) == before)
        }
    }
}

/// Calls a closure with an empty place for a file, and one for a database.
func withPlaces(_ body: (_ file: StorePlace, _ database: StorePlace) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("mercator-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try PostgresSchema.with { schema in
        try body(
            StorePlace(file: folder.appendingPathComponent("graph.sqlite").path),
            StorePlace(schema))
    }
}

/// Random values of a type, with its extremes.
private enum RandomWidening {
    static func value(_ type: AttributeType, _ generator: inout SeededGenerator) -> Value {
        switch type {
        case .double: double(&generator)
        case .float: .double(Double(Float(bitPattern: generator.next32Finite())))
        case .data:
            .data(
                Array(
                    generator.pick([
                        "[1]", " [1, 2.50 ,\n\"\\u00e9\"]", "[]", "[\"\\u0000\"]",
                        generator.chance(0.01) ? "{}" : "[{}]",
                    ]).utf8))
        case .boolean: .boolean(generator.chance(0.5))
        case .url: .string("https://example.com/\(generator.next())")
        case .integer64: .integer(Int64(bitPattern: generator.next()))
        case .decimal:
            Value(
                isNegative: generator.chance(0.5), significand: UInt128(generator.next()),
                exponent: Int.random(in: -30...30, using: &generator)) ?? .null
        case .date:
            Timestamp(
                iso8601: Array(
                    "2014-08-31 00:29:15.\(1 + generator.next() % 999_999_999)".utf8)
            ).map(Value.date) ?? .null
        case .uuid: Value(uuidWords: generator.next(), generator.next())
        case .array: .array((0..<3).map { _ in value(.string, &generator) })
        default:
            .string(
                (0..<6).map { _ in
                    generator.pick(["a", "\"", "\\", "\n", "é", "\0", "\u{1}", "\u{2}", "😀", "'"])
                }.joined())
        }
    }

    private static func double(_ generator: inout SeededGenerator) -> Value {
        let number =
            generator.pick([0, 1, 2])
                == 0
            ? Double(bitPattern: generator.next())
            : (Double(generator.next() % 100_000) / generator.pick([1, 10, 3, 1e7])).rounded(.up)
        return number.isFinite ? .double(number) : .double(0.5)
    }
}

extension SeededGenerator {
    /// Returns the bits of a finite number.
    fileprivate mutating func next32Finite() -> UInt32 {
        UInt32(truncatingIfNeeded: next()) & 0xBFFF_FFFF
    }
}

/// Collects the statements that a store executes.
final class Trace: Sendable {
    private let lines = Mutex<[String]>([])

    var statements: [String] { lines.withLock { $0 } }
    func note(_ sql: String) { lines.withLock { $0.append(sql) } }
}
