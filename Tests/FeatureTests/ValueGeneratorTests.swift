import Foundation
import Mercator
import TestSupport
import Testing

/// Every Swift type, optional or not, in both stores, with values that a server may send.
///
/// The values are mapped, saved, and read by another container. The result must equal that of an
/// independent conversion, or there must be an issue at the path.
@Suite("Random values of every Swift type")
struct ValueGeneratorTests {
    private static let count = 60

    private func check<Content: Referenced>(
        _ type: Content.Type, _ kind: StoreKind, seed: UInt64
    ) throws {
        try checkOne(Content?.self, kind, seed)
        try checkOne(Content.self, kind, seed &+ 1)
    }

    private func checkOne<Content: Referenced>(
        _ type: Content.Type, _ kind: StoreKind, _ seed: UInt64
    ) throws {
        var generator = SeededGenerator(seed: seed)
        let values = (0..<Self.count).map { _ in RandomJSON.random(2, &generator) }
        let records = values.enumerated().map { #"{"n":\#($0),"v":\#($1.json)}"# }
        let json = "[\(records.joined(separator: ","))]"
        let model = try Holder<Content>.model()
        let load = try Holder<Content>.load(model)
        var expected: [Int64: Content] = [:]
        var paths: [String] = []
        for (number, value) in values.enumerated() {
            if case .null = value, !Content.isOptionalAttribute {
                paths.append("[\(number)].v")
                continue
            }
            switch Content.reference(value) {
            case .value(let content): expected[Int64(number)] = content
            case .issue(let path): paths.append("[\(number)].v\(path)")
            case .unknownCase(let path):
                paths.append("[\(number)].v\(path)")
                if Content.isOptionalAttribute {
                    expected[Int64(number)] = Content(attributeValue: .null)
                }
            }
        }
        try kind.withReopening { open throws in
            let comment = Comment("\(Content.self), \(kind), \(generator)")
            let result = try load.run(json.utf8, in: try open(model))
            #expect(result.issues.map(\.path) == paths, comment)
            let read = try Holder<Content>.contents(in: try open(model))
            #expect(read.keys.sorted() == expected.keys.sorted(), comment)
            for (number, content) in expected {
                // Compared as values, whose strings are compared by bytes.
                let isSame = read[number]?.attributeValue == content.attributeValue
                #expect(isSame, "\(comment): \(values[Int(number)].json)")
            }
            let again = try load.run(json.utf8, in: try open(model))
            let counts = again.counts["Holder"]
            #expect((counts?.inserted ?? 0, counts?.updated ?? 0) == (0, 0), comment)
        }
    }

    @Test(arguments: StoreKind.allCases, [1, 2])
    func `are read as they were sent, or are issues`(kind: StoreKind, seed: UInt64) throws {
        try check(Bool.self, kind, seed: seed)
        try check(Int.self, kind, seed: seed)
        try check(Int64.self, kind, seed: seed)
        try check(Int32.self, kind, seed: seed)
        try check(Int16.self, kind, seed: seed)
        try check(UInt32.self, kind, seed: seed)
        try check(UInt16.self, kind, seed: seed)
        try check(UInt8.self, kind, seed: seed)
        try check(Double.self, kind, seed: seed)
        try check(Float.self, kind, seed: seed)
        try check(Decimal.self, kind, seed: seed)
        try check(String.self, kind, seed: seed)
        try check(Timestamp.self, kind, seed: seed)
        try check(UUID.self, kind, seed: seed)
        try check(URL.self, kind, seed: seed)
        try check(Data.self, kind, seed: seed)
        try check(Level.self, kind, seed: seed)
    }

    @Test(arguments: StoreKind.allCases, [3, 4])
    func `in arrays and dictionaries are, too`(kind: StoreKind, seed: UInt64) throws {
        try check([Bool].self, kind, seed: seed)
        try check([Int64].self, kind, seed: seed)
        try check([UInt16].self, kind, seed: seed)
        try check([Double].self, kind, seed: seed)
        try check([Float].self, kind, seed: seed)
        try check([Decimal].self, kind, seed: seed)
        try check([String].self, kind, seed: seed)
        try check([String?].self, kind, seed: seed)
        try check([Timestamp].self, kind, seed: seed)
        try check([Timestamp?].self, kind, seed: seed)
        try check([UUID].self, kind, seed: seed)
        try check([URL].self, kind, seed: seed)
        try check([Data].self, kind, seed: seed)
        try check([Level].self, kind, seed: seed)
        try check([[Int32]].self, kind, seed: seed)
        try check([String: Int64].self, kind, seed: seed)
        try check([String: Decimal].self, kind, seed: seed)
        try check([String: [Level]].self, kind, seed: seed)
        try check([String: UUID?].self, kind, seed: seed)
        try check([Value].self, kind, seed: seed)
        try check([String: Value].self, kind, seed: seed)
        try check(Value.self, kind, seed: seed)
    }
}
