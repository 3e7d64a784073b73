import Foundation
import ObjectGraph

/// Evaluates updates and deletions object by object on a copy of all rows.
struct NaiveSetChange {
    private let model: ManagedObjectModel
    private let reference: PredicateReference
    private var content: StoreContent

    /// A result, or the code of an error.
    enum Outcome<Result> {
        case success(Result)
        case failure(StoreError.Code)
    }

    init(_ fixture: StoreFixture) throws {
        model = fixture.model
        reference = try PredicateReference(fixture)
        content = try fixture.content()
    }

    /// Makes a change, and returns the number of changed objects.
    mutating func apply(_ change: RandomSetChange) -> Outcome<Int> {
        switch change {
        case .update(let request): return update(request)
        case .deletion(let request): return .success(delete(request))
        }
    }

    private func numbers(
        _ name: String, _ predicate: EntityPredicate, _ includesSubentities: Bool
    ) -> (root: Int, numbers: Set<Int64>) {
        let entity = model.index(ofEntity: name) ?? 0
        let request = RowRequest(
            entity: entity, includesSubentities: includesSubentities, predicate: predicate)
        return (model.layouts[entity].root, Set(reference.numbers(request)))
    }

    private mutating func update(_ request: UpdateRequest) -> Outcome<Int> {
        let (root, numbers) = numbers(
            request.entityName, request.predicate, request.includesSubentities)
        guard hasValidConstants(request) else { return .failure(.overflow) }
        var count = 0
        for index in content.rows.indices {
            let old = content.rows[index]
            let layout = model.layouts[old.entity]
            guard layout.root == root, numbers.contains(old.number) else { continue }
            var new = old
            for assignment in request.assignments {
                guard let slot = layout.slotIndexes[assignment.attribute],
                    let type = layout.slots[slot].attribute?.type,
                    let value = value(assignment.value.content, old, type)
                else { return .failure(.overflow) }
                guard let fitting = fit(value, type) else { return .failure(.overflow) }
                new.row[slot] = fitting
            }
            guard new.row != old.row else { continue }
            new.version += 1
            content.rows[index] = new
            count += 1
        }
        return .success(count)
    }

    /// Tests whether all constants are in the range of their attributes, which is required even if
    /// there are no objects.
    private func hasValidConstants(_ request: UpdateRequest) -> Bool {
        guard let layout = model.layout(named: request.entityName) else { return true }
        let row = StoredRow(number: 0, entity: layout.index, version: 1, row: Row([]))
        return request.assignments.allSatisfy { assignment in
            let content = assignment.value.content
            guard let slot = layout.slotIndexes[assignment.attribute],
                let type = layout.slots[slot].attribute?.type
            else { return true }
            func isValid(_ content: ValueExpression.Content) -> Bool {
                guard case .operation(_, let left, let right) = content else { return true }
                guard left.isConstant, right.isConstant else {
                    return isValid(left) && isValid(right)
                }
                return value(content, row, type) != nil
            }
            guard isValid(content) else { return false }
            return !content.isConstant
                || value(content, row, type).map { fit($0, type) != nil } == true
        }
    }

    /// Returns the value of an expression; `nil` if it is beyond the range.
    private func value(
        _ content: ValueExpression.Content, _ row: StoredRow, _ type: AttributeType
    ) -> Value? {
        switch content {
        case .attribute(let path):
            return model.layouts[row.entity].slotIndexes[path.components[0]].map { row.row[$0] }
        case .literal(.integer(let number)) where type == .double || type == .float:
            return .double(Double(number))
        case .literal(.integer(let number)) where type == .decimal:
            return .decimal(Decimal(number))
        case .literal(let value): return value
        case .aggregate: return nil
        case .operation(let operation, let left, let right):
            guard let first = value(left, row, type) else { return nil }
            if operation == .coalesced, !first.isNull { return first }
            guard let second = value(right, row, type) else { return nil }
            if operation == .coalesced { return second }
            return combine(first, second, isSum: operation != .difference)
        }
    }

    private func combine(_ left: Value, _ right: Value, isSum: Bool) -> Value? {
        switch (left, right) {
        case (.integer(let left), .integer(let right)):
            let exact = isSum ? Int128(left) + Int128(right) : Int128(left) - Int128(right)
            return Int64(exactly: exact).map(Value.integer)
        case (.double(let left), .double(let right)):
            let sum = isSum ? left + right : left - right
            if sum.isNaN { return .some(.null) }
            return sum.isInfinite && left.isFinite && right.isFinite ? nil : .double(sum)
        case (.decimal(let left), .decimal(let right)):
            return .decimal(isSum ? left + right : left - right)
        case (.string(let left), .string(let right)): return .string(left + right)
        default: return .some(.null)
        }
    }

    private func fit(_ value: Value, _ type: AttributeType) -> Value? {
        switch (type, value) {
        case (.integer16, .integer(let number)): Int16(exactly: number).map { .integer(Int64($0)) }
        case (.integer32, .integer(let number)): Int32(exactly: number).map { .integer(Int64($0)) }
        case (.float, .double(let number)):
            // A number that is not infinite must not become so, or zero.
            number.isFinite && (Float(number).isInfinite || number != 0 && Float(number) == 0)
                ? nil : .double(Double(Float(number)))
        case (.double, .double(let number)): .double(number == 0 ? 0 : number)
        default: value
        }
    }

    /// Deletes objects, their links and the references to them: the model has no delete rules.
    private mutating func delete(_ request: DeleteRequest) -> Int {
        let (root, numbers) = numbers(
            request.entityName, request.predicate, request.includesSubentities)
        content.rows.removeAll {
            model.layouts[$0.entity].root == root && numbers.contains($0.number)
        }
        for (slotOwner, slot, destination) in references where destination == root {
            for index in content.rows.indices
            where model.layouts[slotOwner].includes(content.rows[index].entity) {
                guard case .integer(let number) = content.rows[index].row[slot],
                    numbers.contains(number)
                else { continue }
                content.rows[index].row[slot] = .null
                content.rows[index].version += 1
            }
        }
        let stored = model.relationships.filter { $0.storage == .links }
        for (index, layout) in stored.enumerated() {
            let ends = [layout.entity, layout.destination].map { model.layouts[$0].root }
            content.links[index] = content.links[index].filter { link in
                !(ends[0] == root && numbers.contains(link.source))
                    && !(ends[1] == root && numbers.contains(link.destination))
            }
        }
        return numbers.count
    }

    /// The slots that reference other objects: the entity, the slot and the root at the other end.
    private var references: [(Int, Int, Int)] {
        model.relationships.compactMap { layout in
            guard case .reference(let slot) = layout.storage else { return nil }
            return (layout.entity, slot, model.layouts[layout.destination].root)
        }
    }

    /// Describes the first difference from the content of a store; `nil` if there is none.
    ///
    /// Positions are compared as orders of lists by the reports of changes, and not here.
    func difference(from fixture: StoreFixture) throws -> String? {
        let found = try fixture.content()
        guard found.rows.map(\.number) == content.rows.map(\.number) else {
            return "other objects remain"
        }
        for (expected, row) in zip(content.rows, found.rows) {
            let layout = model.layouts[expected.entity]
            for (slot, property) in layout.slots.enumerated() where property.isCompared {
                guard expected.row[slot] != row.row[slot] else { continue }
                return "\(layout.name) \(row.number).\(property.name): expected "
                    + "\(expected.row[slot]), found \(row.row[slot])"
            }
            let isRaised = (expected.version > 1) == (row.version > 1)
            guard isRaised else { return "\(layout.name) \(row.number): version \(row.version)" }
        }
        let ends = { (links: Set<StoredLink>) in Set(links.map { [$0.source, $0.destination] }) }
        return content.links.map(ends) == found.links.map(ends) ? nil : "other links remain"
    }
}

extension NaiveSetChange.Outcome: Equatable where Result: Equatable {}

extension SlotLayout {
    fileprivate var isCompared: Bool {
        if case .position = content { false } else { true }
    }
}

extension ValueExpression.Content {
    /// Indicates whether the expression consists of constants only.
    fileprivate var isConstant: Bool {
        switch self {
        case .literal: true
        case .operation(_, let left, let right): left.isConstant && right.isConstant
        default: false
        }
    }
}
