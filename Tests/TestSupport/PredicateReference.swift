package import ObjectGraph

/// What predicates mean, written as plainly as possible: everything is searched for.
///
/// It shares nothing with the evaluator but the folding of texts, which has tests of its own.
package struct PredicateReference {
    private let model: ManagedObjectModel
    private let content: StoreContent
    private let links: [Int: Set<StoredLink>]

    /// Reads the whole content of a store.
    package init(_ fixture: StoreFixture) throws {
        model = fixture.model
        content = try fixture.content()
        let kept = model.relationships.filter { $0.storage == .links }.map(\.index)
        links = Dictionary(uniqueKeysWithValues: zip(kept, content.links))
    }

    /// The numbers of the rows that match, by number.
    package func numbers(_ request: RowRequest) -> [Int64] {
        let family = model.layouts[request.entity].family
        return content.rows.filter { row in
            request.includesSubentities
                ? family.contains(row.entity) : row.entity == request.entity
        }.filter { holds(request.predicate, $0) }.map(\.number).sorted()
    }

    private func holds(_ predicate: EntityPredicate, _ row: StoredRow) -> Bool {
        switch predicate.node {
        case .constant(let flag): return flag
        case .not(let inner): return !holds(inner, row)
        case .and(let parts): return parts.allSatisfy { holds($0, row) }
        case .or(let parts): return parts.contains { holds($0, row) }
        case .comparison(let path, let comparison, let wanted):
            return compare(value(path, row), comparison, wanted)
        case .pathComparison(let path, let comparison, let other):
            return compare(value(path, row), comparison, value(other, row))
        case .membership(let path, let list): return list.contains(value(path, row))
        case .range(let path, let lower, let upper):
            return compare(value(path, row), .greaterOrEqual, lower)
                && compare(value(path, row), .lessOrEqual, upper)
        case .text(let path, let match):
            guard case .string(let text) = value(path, row) else { return false }
            return occurs(match, Array(match.options.folded(text).unicodeScalars))
        case .object(let path, let objects):
            return destinations(path, row).contains { target in
                objects.contains { $0.number == target.number }
            }
        case .isNil(let path):
            return isAttribute(path, row)
                ? value(path, row).isNull : destinations(path, row).isEmpty
        case .quantified(.any, let path, let inner):
            return destinations(path, row).contains { holds(inner, $0) }
        case .quantified(.all, let path, let inner):
            return destinations(path, row).allSatisfy { holds(inner, $0) }
        }
    }

    private func compare(
        _ left: Value, _ comparison: EntityPredicate.Comparison, _ right: Value
    ) -> Bool {
        switch comparison {
        case .equal: left == right
        case .notEqual: left != right
        case .less: isBelow(left, right)
        case .greater: isBelow(right, left)
        case .lessOrEqual:
            !left.isNull && !right.isNull && (isBelow(left, right) || left == right)
        case .greaterOrEqual:
            !left.isNull && !right.isNull && (isBelow(right, left) || left == right)
        }
    }

    private func isBelow(_ left: Value, _ right: Value) -> Bool {
        switch (left, right) {
        case (.boolean(let a), .boolean(let b)): !a && b
        case (.integer(let a), .integer(let b)): a < b
        case (.double(let a), .double(let b)): a < b
        case (.decimal(let a), .decimal(let b)): a < b
        case (.date(let a), .date(let b)): a < b
        case (.string(let a), .string(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
        case (.data(let a), .data(let b)): a.lexicographicallyPrecedes(b)
        case (.uuid, .uuid): left.description < right.description
        default: false
        }
    }

    private func occurs(_ match: TextMatch, _ text: [Unicode.Scalar]) -> Bool {
        let pattern = Array(match.options.folded(match.pattern).unicodeScalars)
        switch match.kind {
        case .equals: return text == pattern
        case .begins: return text.starts(with: pattern)
        case .ends: return text.reversed().starts(with: pattern.reversed())
        case .contains:
            return text.indices.contains { text[$0...].starts(with: pattern) } || pattern.isEmpty
        case .like: return isLike(text[...], pattern[...])
        }
    }

    private func isLike(
        _ text: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>
    ) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        let rest = pattern.dropFirst()
        switch first {
        case "*":
            return isLike(text, rest) || !text.isEmpty && isLike(text.dropFirst(), pattern)
        case "?": return !text.isEmpty && isLike(text.dropFirst(), rest)
        case "\\":
            guard let literal = rest.first else { return text.elementsEqual(["\\"]) }
            return text.first == literal && isLike(text.dropFirst(), rest.dropFirst())
        default: return text.first == first && isLike(text.dropFirst(), rest)
        }
    }

    // MARK: Following paths

    private func value(_ path: PropertyPath, _ row: StoredRow) -> Value {
        var rows = [row]
        for name in path.components.dropLast() { rows = rows.flatMap { follow(name, $0) } }
        guard let last = rows.first, let name = path.components.last,
            let slot = model.layouts[last.entity].slotIndexes[name]
        else { return .null }
        return last.row[slot]
    }

    private func destinations(_ path: PropertyPath, _ row: StoredRow) -> [StoredRow] {
        path.components.reduce([row]) { rows, name in rows.flatMap { follow(name, $0) } }
    }

    private func isAttribute(_ path: PropertyPath, _ row: StoredRow) -> Bool {
        var entity = row.entity
        for name in path.components {
            guard let layout = model.relationship(named: name, of: entity) else { return true }
            entity = layout.destination
        }
        return false
    }

    private func follow(_ name: String, _ row: StoredRow) -> [StoredRow] {
        guard let layout = model.relationship(named: name, of: row.entity) else { return [] }
        return rows(of: layout.destination).filter { target in
            switch layout.storage {
            case .reference(let slot): row.row.reference(slot) == target.number
            case .links:
                has(layout.index, source: row.number, destination: target.number)
            case .inverseLinks(let other):
                has(other, source: target.number, destination: row.number)
            case .inverseReference(let other):
                refers(target, through: other, to: row.number)
            }
        }
    }

    private func rows(of entity: Int) -> [StoredRow] {
        let family = model.layouts[entity].family
        return content.rows.filter { family.contains($0.entity) }
    }

    private func has(_ relationship: Int, source: Int64, destination: Int64) -> Bool {
        links[relationship]?.contains {
            $0.source == source && $0.destination == destination
        } == true
    }

    private func refers(_ row: StoredRow, through relationship: Int, to number: Int64) -> Bool {
        guard case .reference(let slot) = model.relationships[relationship].storage else {
            return false
        }
        return row.row.reference(slot) == number
    }
}
