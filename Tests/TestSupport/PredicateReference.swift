package import ObjectGraph

/// A reference implementation of predicates that scans all rows.
///
/// It shares nothing with the evaluator except the folding of strings, which has its own tests.
package struct PredicateReference {
    let model: ManagedObjectModel
    let content: StoreContent
    private let links: [Int: Set<StoredLink>]

    /// Reads all rows and links of a store.
    package init(_ fixture: StoreFixture) throws {
        model = fixture.model
        content = try fixture.content()
        let kept = model.relationships.filter { $0.storage == .links }.map(\.index)
        links = Dictionary(uniqueKeysWithValues: zip(kept, content.links))
    }

    /// Returns the row numbers that match a request, in ascending order.
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
        // Requests never contain it.
        case .tooDeep: return false
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
        case .count(let path, let comparison, let number):
            let count = Int64(destinations(path, row).count)
            return compare(.integer(count), comparison, .integer(number))
        case .expression(let expression, let comparison, let wanted):
            return compare(value(expression, [row]), comparison, wanted)
        case .search(let query, let paths):
            let texts = paths.flatMap { self.texts(at: $0, row) }
            return query.root.map { SearchReference.holds($0, texts) } ?? false
        case .identity(let objects): return objects.contains { $0.number == row.number }
        case .crossing(let quantifier, let inner):
            let ends = ends(of: inner, row)
            let results = ends.rows.map { holds(inner.droppingNames(ends.count), $0) }
            return quantifier == .any ? results.contains(true) : !results.contains(false)
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

    func compare(
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
        case .matches: return isMatch(match, text)
        // Requests contain searches instead.
        case .words: return false
        }
    }

    /// Matches with Swift's regular expressions, for patterns unaffected by folding.
    private func isMatch(_ match: TextMatch, _ text: [Unicode.Scalar]) -> Bool {
        var whole = String.UnicodeScalarView()
        whole.append(contentsOf: text)
        let pattern = match.options.folded(match.pattern)
        guard let regex = try? Regex<AnyRegexOutput>(pattern).matchingSemantics(.unicodeScalar)
        else { return false }
        return (try? regex.wholeMatch(in: String(whole))) != nil
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

    /// Returns the texts at the end of a path, which may cross to-many relationships.
    private func texts(at path: PropertyPath, _ row: StoredRow) -> [String] {
        let rows = destinations(PropertyPath(components: path.components.dropLast()), row)
        return rows.compactMap { row in
            guard let name = path.components.last,
                let slot = model.layouts[row.entity].slotIndexes[name],
                case .string(let text) = row.row[slot]
            else { return nil }
            return text
        }
    }

    // MARK: Following paths

    func value(_ path: PropertyPath, _ row: StoredRow) -> Value {
        var rows = [row]
        for name in path.components.dropLast() { rows = rows.flatMap { follow(name, $0) } }
        guard let last = rows.first, let name = path.components.last,
            let slot = model.layouts[last.entity].slotIndexes[name]
        else { return .null }
        return last.row[slot]
    }

    func destinations(_ path: PropertyPath, _ row: StoredRow) -> [StoredRow] {
        path.components.reduce([row]) { rows, name in rows.flatMap { follow(name, $0) } }
    }

    /// Returns the rows at the last to-many relationship of a condition's path, and the length of
    /// the path up to it.
    private func ends(
        of condition: EntityPredicate, _ row: StoredRow
    ) -> (rows: [StoredRow], count: Int) {
        let names = condition.names
        var (rows, crossed) = ([row], [row])
        var count = 0
        var entity = row.entity
        for (position, name) in names.components.enumerated() {
            let isLast = position == names.components.count - 1
            guard let layout = model.relationship(named: name, of: entity) else { break }
            entity = layout.destination
            rows = rows.flatMap { follow(name, $0) }
            if layout.isToMany, !isLast || names.areObjects {
                (crossed, count) = (rows, position + 1)
            }
        }
        return (crossed, count)
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

extension EntityPredicate {
    /// The path of a simple condition, and whether it ends at objects.
    fileprivate var names: (components: [String], areObjects: Bool) {
        switch node {
        case .comparison(let path, _, _), .membership(let path, _), .range(let path, _, _),
            .text(let path, _), .isNil(let path), .count(let path, _, _):
            (path.components, false)
        case .object(let path, _): (path.components, true)
        case .not(let inner): inner.names
        default: ([], false)
        }
    }

    /// Returns the simple condition without the first components of its path.
    fileprivate func droppingNames(_ count: Int) -> EntityPredicate {
        func rest(_ path: PropertyPath) -> PropertyPath {
            PropertyPath(components: Array(path.components.dropFirst(count)))
        }
        switch node {
        case .comparison(let path, let comparison, let value):
            return EntityPredicate(.comparison(rest(path), comparison, value))
        case .membership(let path, let values):
            return EntityPredicate(.membership(rest(path), values))
        case .range(let path, let lower, let upper):
            return EntityPredicate(.range(rest(path), lower: lower, upper: upper))
        case .text(let path, let match): return EntityPredicate(.text(rest(path), match))
        case .isNil(let path): return EntityPredicate(.isNil(rest(path)))
        case .count(let path, let comparison, let number):
            return EntityPredicate(.count(rest(path), comparison, number))
        case .object(let path, let objects):
            return rest(path).components.isEmpty
                ? .isObject(in: objects) : EntityPredicate(.object(rest(path), objects))
        case .not(let inner): return !inner.droppingNames(count)
        default: return self
        }
    }
}
