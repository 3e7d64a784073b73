import MappingInference
import ObjectGraph

/// A payload of records with hostile keys, and the values that a store must have afterwards.
struct HostilePayload {
    /// A value of a record, with the keys that lead to it.
    struct Member {
        let path: [String]
        let json: String
        /// The value in an attribute of its own kind.
        let value: Value
    }

    /// The key of the array of records.
    let collection: String
    var records: [[Member]] = []

    /// The payload as JSON; members with the same first key are in one object.
    var json: String {
        let elements = records.map { record -> String in
            var members: [(key: String, value: String)] = []
            var nested: [String: [(key: String, value: String)]] = [:]
            var order: [String] = []
            for member in record {
                guard member.path.count > 1 else {
                    members.append((member.path[0], member.json))
                    continue
                }
                if nested[member.path[0]] == nil { order.append(member.path[0]) }
                nested[member.path[0], default: []].append((member.path[1], member.json))
            }
            members += order.map { ($0, HostileText.object(nested[$0] ?? [])) }
            return HostileText.object(members)
        }
        return HostileText.object([(collection, "[" + elements.joined(separator: ",") + "]")])
    }
}

extension HostilePayload {
    /// The kinds of columns of a random payload.
    private enum Column: CaseIterable {
        case text, integer, boolean, fraction, mixed, day, instant, uuid, number

        func member(_ path: [String], row: Int, _ numbers: inout SeededNumbers) -> Member {
            let number = Int.random(in: -999...999, using: &numbers)
            func text(_ text: String) -> Member {
                Member(path: path, json: HostileText.json(text), value: .string(text))
            }
            switch self {
            case .text:
                let values = HostileText.values
                return text(
                    Bool.random(using: &numbers)
                        ? numbers.text() : values[Int.random(in: values.indices, using: &numbers)])
            case .integer:
                return Member(path: path, json: "\(number)", value: .integer(Int64(number)))
            case .boolean:
                return Member(path: path, json: "\(number > 0)", value: .boolean(number > 0))
            case .fraction:
                let fraction = Double(number) + 0.5
                return Member(path: path, json: "\(fraction)", value: .double(fraction))
            case .mixed:
                return row % 2 == 0
                    ? text("\(row) x")
                    : Member(path: path, json: "\(number)", value: .string("\(number)"))
            case .day: return text("2014-08-\(10 + row % 20)")
            case .instant: return text("Sun Aug \(10 + row % 20) 00:29:15 +0000 2014")
            case .uuid: return text("f81d4fae-7dec-11d0-a765-00a0c91e6b\(10 + row % 90)")
            case .number: return text("00\(abs(number))")
            }
        }
    }

    /// Creates records with an `id` and random keys, of which each has values of one column.
    init(seed: UInt64, keys count: Int = 12, records: Int = 25) {
        var numbers = SeededNumbers(state: seed)
        func key() -> String {
            let listed = HostileText.keys
            return Bool.random(using: &numbers)
                ? listed[Int.random(in: listed.indices, using: &numbers)] : numbers.text()
        }
        collection = key()
        let keys = withoutRepeats(["id"] + (0..<count).map { _ in key() })
        let columns = keys.dropFirst().flatMap { key -> [(path: [String], column: Column)] in
            let kinds = Column.allCases
            func column() -> Column { kinds[Int.random(in: kinds.indices, using: &numbers)] }
            guard Int.random(in: 0..<6, using: &numbers) == 0 else { return [([key], column())] }
            // A nested object without an identity, whose members are flattened.
            return withoutRepeats(["inner " + self.collection, key + "x"])
                .map { ([key, $0], column()) }
        }
        self.records = (0..<records).map { row in
            let id = Member(path: ["id"], json: "\(row + 1)", value: .integer(Int64(row + 1)))
            return [id] + columns.map { $0.column.member($0.path, row: row, &numbers) }
        }
    }
}
