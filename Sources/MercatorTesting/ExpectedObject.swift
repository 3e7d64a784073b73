public import ObjectGraph

/// Expected values of an object at the destination of a relationship.
///
/// ```swift
/// .relationship(from: "tags", to: "tags", is: [["tagID": 1, "name": "swift"], ["tagID": 2]])
/// ```
public struct ExpectedObject: Sendable, Hashable, CustomStringConvertible {
    /// The values by attribute; other attributes may have any value.
    public let values: [String: Value]

    /// Creates an expectation of values.
    ///
    /// - Parameter values: The values by attribute.
    public init(_ values: [String: Value]) {
        self.values = values
    }

    /// The values, sorted by attribute name.
    public var description: String {
        "("
            + values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            .joined(separator: ", ") + ")"
    }

    /// Throws unless objects match the expected objects, in order or in any order.
    static func require(
        _ expected: [ExpectedObject], are found: [ManagedObject], isOrdered: Bool
    ) throws(UnmetExpectation) {
        for object in found {
            let names = object.entity.attributes.map(\.name)
            for name in expected.flatMap(\.values.keys).sorted() where !names.contains(name) {
                throw UnmetExpectation(
                    .unexpectedObjects, "\(object.entity.name) has no attribute '\(name)'")
            }
        }
        let fits = found.map { object in expected.map { $0.matches(object) } }
        let isMet =
            found.count == expected.count
            && (isOrdered
                ? found.indices.allSatisfy { fits[$0][$0] } : Pairing(fits).isComplete)
        guard !isMet else { return }
        let shown = found.isEmpty ? "no object" : found.map(\.description).joined(separator: ", ")
        throw UnmetExpectation(.unexpectedObjects, "it leads to \(shown)")
    }

    private func matches(_ object: ManagedObject) -> Bool {
        values.allSatisfy { name, value in
            let type = object.entity.attribute(named: name)?.type
            return object[name] == (type?.normalized(value) ?? value)
        }
    }
}

extension ExpectedObject: ExpressibleByDictionaryLiteral {
    /// Creates an expectation of values; the last of several with the same name counts.
    public init(dictionaryLiteral elements: (String, Value)...) {
        self.init(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}

/// A bipartite matching that assigns a distinct column to each row.
///
/// Source: augmenting paths (Kuhn's algorithm for bipartite matching).
private struct Pairing {
    private let fits: [[Bool]]
    private var rows: [Int: Int] = [:]

    init(_ fits: [[Bool]]) {
        self.fits = fits
    }

    var isComplete: Bool {
        var pairing = self
        return fits.indices.allSatisfy { row in
            var seen: Set<Int> = []
            return pairing.assign(row, &seen)
        }
    }

    private mutating func assign(_ row: Int, _ seen: inout Set<Int>) -> Bool {
        for column in fits[row].indices where fits[row][column] && seen.insert(column).inserted {
            if let other = rows[column], !assign(other, &seen) { continue }
            rows[column] = row
            return true
        }
        return false
    }
}
