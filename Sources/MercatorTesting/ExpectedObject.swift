public import ObjectGraph

/// Some values of an object that a relationship must lead to.
///
/// ```swift
/// .relationship(from: "tags", to: "tags", is: [["tagID": 1, "name": "swift"], ["tagID": 2]])
/// ```
public struct ExpectedObject: Sendable, Hashable, CustomStringConvertible {
    /// Values by attribute; those that are left out may be anything.
    public let values: [String: Value]

    /// Expects values.
    ///
    /// - Parameter values: Values by attribute.
    public init(_ values: [String: Value]) {
        self.values = values
    }

    /// The values, in the order of the names.
    public var description: String {
        "("
            + values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
            .joined(separator: ", ") + ")"
    }

    /// Makes sure that objects are those that are expected.
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
    /// Expects values; of two with one name the last one counts.
    public init(dictionaryLiteral elements: (String, Value)...) {
        self.init(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}

/// Gives every row a column of its own that it fits, if there is a way.
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
            return pairing.place(row, &seen)
        }
    }

    private mutating func place(_ row: Int, _ seen: inout Set<Int>) -> Bool {
        for column in fits[row].indices where fits[row][column] && seen.insert(column).inserted {
            if let other = rows[column], !place(other, &seen) { continue }
            rows[column] = row
            return true
        }
        return false
    }
}
