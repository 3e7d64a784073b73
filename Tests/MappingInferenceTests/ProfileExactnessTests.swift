import MappingInference
import MercatorPayload
import TestSupport
import Testing

/// Statistics of a place, computed from the values themselves.
private struct PlainStatistics {
    var count = 0
    var kinds = KindCounts.counting()
    var values: Set<String> = []
    var shortest = Int.max
    var longest = 0

    mutating func add(_ value: PayloadValue) {
        count += 1
        switch value.kind {
        case .null: kinds = kinds.adding(.counting(nulls: 1))
        case .boolean: kinds = kinds.adding(.counting(booleans: 1))
        case .object: kinds = kinds.adding(.counting(objects: 1))
        case .array: kinds = kinds.adding(.counting(arrays: 1))
        case .string:
            kinds = kinds.adding(.counting(texts: 1))
            let length = value.string?.utf8.count ?? 0
            (shortest, longest) = (min(shortest, length), max(longest, length))
        case .number:
            let text = String(decoding: value.jsonBytes(), as: UTF8.self)
            kinds = kinds.adding(
                text.contains(".")
                    ? .counting(fractions: 1)
                    : value.int64 == nil ? .counting(bigIntegers: 1) : .counting(integers: 1))
        }
        if value.kind == .string {
            values.insert(value.string ?? "")
        } else if value.kind == .number || value.kind == .boolean {
            values.insert(String(decoding: value.jsonBytes(), as: UTF8.self))
        }
    }
}

extension KindCounts {
    fileprivate func adding(_ other: KindCounts) -> KindCounts {
        .counting(
            nulls: nulls + other.nulls, booleans: booleans + other.booleans,
            integers: integers + other.integers, bigIntegers: bigIntegers + other.bigIntegers,
            fractions: fractions + other.fractions, texts: texts + other.texts,
            objects: objects + other.objects, arrays: arrays + other.arrays)
    }
}

@Suite("Statistics against a direct computation")
struct ProfileExactnessTests {
    private func add(
        _ value: PayloadValue, at path: String, _ all: inout [String: PlainStatistics]
    ) {
        all[path, default: PlainStatistics()].add(value)
        for element in value.elements { add(element, at: path + "[]", &all) }
        for member in value.members {
            let isEntry = path.hasSuffix("seats")
            let inner = isEntry ? path + "{}" : path + (path.isEmpty ? "" : ".") + member.key
            add(member.value, at: inner, &all)
        }
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `Counts, kinds, lengths and distinct values`(seed: UInt64) throws {
        var payload = RandomPayload(generator: SeededGenerator(seed: seed))
        let text =
            "["
            + (0..<80).map { _ in payload.record().json(&payload.generator) }
            .joined(separator: ",") + "]"
        let document = try PayloadDocument(parsing: Array(text.utf8))
        var expected: [String: PlainStatistics] = [:]
        add(document.root, at: "", &expected)
        let places = try ProfiledPlaces(text)
        #expect(Set(places.paths.keys) == Set(expected.keys), "seed \(seed)")
        for (path, plain) in expected.sorted(by: { $0.key < $1.key }) {
            let place = try #require(places[path], "seed \(seed), \(path)")
            #expect(place.count == plain.count, "seed \(seed), \(path)")
            #expect(place.kinds == plain.kinds, "seed \(seed), \(path)")
            #expect(place.values.count == plain.values.count, "seed \(seed), \(path)")
            #expect(place.texts.lengths.longest == plain.longest, "seed \(seed), \(path)")
            #expect(place.texts.lengths.shortest == plain.shortest, "seed \(seed), \(path)")
        }
    }

    @Test(arguments: 1...10 as ClosedRange<UInt64>)
    func `Tables of keys`(seed: UInt64) throws {
        var payload = RandomPayload(generator: SeededGenerator(seed: seed))
        let text =
            "["
            + (0..<80).map { _ in payload.record().json(&payload.generator) }
            .joined(separator: ",") + "]"
        let records = Array(try PayloadDocument(parsing: Array(text.utf8)).root.elements)
        let places = try ProfiledPlaces(text)
        let table = try #require(places.candidate(["[].id"], at: "[]"))
        let ids = records.compactMap { $0["id"]?.int64 }
        #expect(table.present == ids.count && table.missing == records.count - ids.count)
        #expect(table.distinct == Set(ids).count)
        #expect(table.repeatsWithinParent == ids.count - Set(ids).count)
        // The rest of a record against the first record with the same key, column by column.
        var first: [Int64: [String: PayloadValue]] = [:]
        let columns = try #require(places["[]"]).columns.compactMap { places.path(of: $0) }
        var agreeing = [Int](repeating: 0, count: columns.count)
        var differing = agreeing
        for record in records {
            guard let id = record["id"]?.int64 else { continue }
            guard first[id] != nil else {
                first[id] = [:]
                for column in columns { first[id]?[column] = value(of: record, column) }
                continue
            }
            for (index, column) in columns.enumerated() {
                guard let value = value(of: record, column) else { continue }
                guard let known = first[id]?[column] else {
                    first[id]?[column] = value
                    continue
                }
                if normal(known) == normal(value) {
                    agreeing[index] += 1
                } else {
                    differing[index] += 1
                }
            }
        }
        #expect(table.agreeing == agreeing, "seed \(seed)")
        #expect(table.differing == differing, "seed \(seed)")
    }

    private func value(of record: PayloadValue, _ column: String) -> PayloadValue? {
        column.dropFirst(3).split(separator: ".").reduce(record) { $0?[String($1)] }
    }

    /// The value as text: equal for null and an empty text, for 7 and "7", and for members in any
    /// order.
    private func normal(_ value: PayloadValue) -> String {
        switch value.kind {
        case .null: "blank"
        case .string: value.string == "" ? "blank" : value.string ?? ""
        case .array: "[" + value.elements.map(inner).joined(separator: ",") + "]"
        case .object:
            "{"
                + value.members.map { $0.key + ":" + inner($0.value) }.sorted().joined(
                    separator: ",") + "}"
        default: String(decoding: value.jsonBytes(), as: UTF8.self)
        }
    }

    private func inner(_ value: PayloadValue) -> String {
        value.kind == .null ? "null" : value.string == "" ? "''" : normal(value)
    }
}
