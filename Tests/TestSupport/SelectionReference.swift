import Foundation
package import ObjectGraph

/// A reference implementation of selections that scans all rows for each value.
extension PredicateReference {
    /// Returns the rows of a selection in any order, without its group condition and its limits;
    /// `nil` if a sum is beyond the range of its type.
    package func rows(_ request: SelectRequest) -> [[Value]]? {
        guard let entity = model.index(ofEntity: request.entityName) else { return [] }
        let numbers = Set(
            self.numbers(
                RowRequest(
                    entity: entity, includesSubentities: request.includesSubentities,
                    predicate: request.predicate)))
        let root = model.layouts[entity].root
        let rows = content.rows.filter {
            model.layouts[$0.entity].root == root && numbers.contains($0.number)
        }
        let isGroup = request.columns.map { isGroupAggregate($0, entity) }
        guard request.isDistinct || isGroup.contains(true) else {
            return answers(rows.map { row in request.columns.map { value($0, [row]) } })
        }
        var groups: [[Value]: [StoredRow]] = [:]
        for row in rows {
            let key = zip(request.columns, isGroup).filter { !$0.1 }.map { value($0.0, [row]) }
            groups[key, default: []].append(row)
        }
        if groups.isEmpty, !isGroup.contains(false) { groups[[]] = [] }
        return answers(
            groups.values.map { rows in
                zip(request.columns, isGroup).map { column, isGroup in
                    value(column, isGroup ? rows : Array(rows.prefix(1)), isGroup: isGroup)
                }
            })
    }

    /// The value that stands for a sum beyond the range of its type.
    private static let overflow = Value.array(["overflow"])

    private func answers(_ rows: [[Value]]) -> [[Value]]? {
        rows.contains { $0.contains(Self.overflow) } ? nil : rows
    }

    private func isGroupAggregate(_ expression: ValueExpression, _ entity: Int) -> Bool {
        guard case .aggregate(_, let path) = expression.content else { return false }
        var current = entity
        for name in path?.components ?? [] {
            guard let layout = model.relationship(named: name, of: current) else { break }
            if layout.isToMany { return false }
            current = layout.destination
        }
        return true
    }

    /// Returns the value of an object, or of the objects of a group.
    func value(
        _ expression: ValueExpression, _ rows: [StoredRow], isGroup: Bool = false
    ) -> Value {
        switch expression.content {
        case .attribute(let path): return rows.first.map { value(path, $0) } ?? .null
        case .literal, .operation: return .null  // random selections have none
        case .aggregate(_, nil): return .integer(Int64(rows.count))
        case .aggregate(let function, let path?):
            let ends = rows.flatMap { row in
                destinations(PropertyPath(components: path.components.dropLast()), row)
            }
            guard let name = path.components.last else { return .null }
            if let layout = ends.first.flatMap({ model.relationship(named: name, of: $0.entity) }) {
                let last = PropertyPath(components: [layout.name])
                return .integer(Int64(ends.reduce(0) { $0 + destinations(last, $1).count }))
            }
            return reduce(function, ends.map { value(PropertyPath(components: [name]), $0) })
        }
    }

    private func reduce(_ function: AggregateFunction, _ values: [Value]) -> Value {
        let values = values.filter { !$0.isNull }
        switch function {
        case .count: return .integer(Int64(values.count))
        case .countDistinct: return .integer(Int64(Set(values).count))
        case .minimum, .maximum:
            return values.reduce(.null) { best, value in
                let isBetter = compare(value, function == .minimum ? .less : .greater, best)
                return best.isNull || isBetter ? value : best
            }
        case .sum, .average:
            guard let first = values.first else { return .null }
            return sum(values, like: first, mean: function == .average)
        }
    }

    private func sum(_ values: [Value], like first: Value, mean: Bool) -> Value {
        let count = Double(values.count)
        switch first {
        case .integer:
            let sum = values.reduce(Int128(0)) {
                if case .integer(let number) = $1 { $0 + Int128(number) } else { $0 }
            }
            if mean { return .double(Double(sum) / count) }
            return Int64(exactly: sum).map(Value.integer) ?? Self.overflow
        case .double:
            let sum = values.reduce(0.0) {
                if case .double(let number) = $1 { $0 + number } else { $0 }
            }
            return .double(mean ? sum / count : sum)
        default:
            let sum = values.reduce(Decimal(0)) {
                if case .decimal(let number) = $1 { $0 + number } else { $0 }
            }
            guard mean else { return .decimal(sum) }
            return .double((Double("\(sum)") ?? 0) / count)
        }
    }
}
