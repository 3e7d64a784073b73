/// The words of one searchable attribute, with the numbers of the rows that have them.
struct MemorySearchIndex: Sendable {
    /// The entity that declares the attribute.
    let entity: Int
    let slot: Int
    /// Indicates, by entity, whether its rows have the attribute.
    private let covers: [Bool]
    /// The numbers of rows by word, ascending, in parts; a copy shares those without changes.
    private var parts = [[String: [Int64]]](repeating: [:], count: 256)

    init(entity: Int, slot: Int, model: ManagedObjectModel) {
        self.entity = entity
        self.slot = slot
        covers = model.entities.indices.map { model.layouts[entity].includes($0) }
    }

    /// Returns the indexes of a model's searchable attributes, without words.
    static func indexes(of model: ManagedObjectModel) -> [MemorySearchIndex] {
        model.layouts.flatMap { layout in
            layout.slots.indices.filter { slot in
                layout.slots[slot].entity == layout.index
                    && layout.slots[slot].attribute?.isSearchable == true
            }.map { MemorySearchIndex(entity: layout.index, slot: $0, model: model) }
        }
    }

    /// Returns the numbers of the rows that have all words of a term, in any order.
    func numbers(for term: SearchTerm) -> Set<Int64> {
        let words = term.words
        var found: Set<Int64>?
        for (index, word) in words.enumerated() {
            let isPrefix = term.isPrefix && index == words.count - 1
            let next = isPrefix ? numbers(beginningWith: word) : Set(numbers(of: String(word)))
            found = found.map { $0.intersection(next) } ?? next
        }
        return found ?? []
    }

    private func numbers(beginningWith prefix: Substring) -> Set<Int64> {
        var found: Set<Int64> = []
        for (word, numbers) in parts.joined() where word.utf8.starts(with: prefix.utf8) {
            found.formUnion(numbers)
        }
        return found
    }

    /// Replaces the words of a row.
    mutating func apply(_ change: RowChange) {
        let old = text(of: change.old)
        let new = text(of: change.new)
        guard old != new else { return }
        let (oldWords, newWords) = (words(of: old), words(of: new))
        for word in oldWords.subtracting(newWords) { remove(change.number, from: word) }
        for word in newWords.subtracting(oldWords) { insert(change.number, into: word) }
    }

    private func text(of row: StoredRow?) -> String? {
        guard let row, covers[row.entity], case .string(let text) = row.row[slot] else {
            return nil
        }
        return text
    }

    private func words(of text: String?) -> Set<String> {
        guard let text else { return [] }
        let words = SearchTokenizer.normalized(text).split(separator: UInt8(ascii: " "))
        return Set(words.map { String(decoding: $0, as: UTF8.self) })
    }

    private mutating func insert(_ number: Int64, into word: String) {
        parts[part(of: word)][word, default: []].insertAscending(number)
    }

    private mutating func remove(_ number: Int64, from word: String) {
        let part = part(of: word)
        parts[part][word]?.removeAscending(number)
        if parts[part][word]?.isEmpty == true { parts[part][word] = nil }
    }

    private func numbers(of word: String) -> [Int64] { parts[part(of: word)][word] ?? [] }

    private func part(of word: String) -> Int { word.hashValue & (parts.count - 1) }
}

extension [Int64] {
    /// Returns the position of a number, or the position to insert it at.
    private func position(of number: Int64) -> Int {
        guard let last, last >= number else { return count }
        var (lower, upper) = (0, count - 1)
        while lower < upper {
            let middle = (lower + upper) / 2
            if self[middle] < number { lower = middle + 1 } else { upper = middle }
        }
        return lower
    }

    fileprivate mutating func insertAscending(_ number: Int64) {
        insert(number, at: position(of: number))
    }

    fileprivate mutating func removeAscending(_ number: Int64) {
        let position = position(of: number)
        if position < count, self[position] == number { remove(at: position) }
    }
}

extension MemoryState {
    /// Returns the numbers of the rows that can satisfy a condition, ascending; `nil` if all can.
    func candidates(_ predicate: ResolvedPredicate) -> [Int64]? {
        found(predicate).map { $0.sorted() }
    }

    private func found(_ predicate: ResolvedPredicate) -> Set<Int64>? {
        switch predicate {
        case .search(let search): return found(search)
        case .and(let parts): return parts.compactMap(found).min { $0.count < $1.count }
        case .or(let parts):
            var union: Set<Int64> = []
            for part in parts {
                guard let found = found(part) else { return nil }
                union.formUnion(found)
            }
            return union
        default: return nil
        }
    }

    private func found(_ search: ResolvedSearch) -> Set<Int64>? {
        var indexes: [MemorySearchIndex] = []
        for path in search.paths {
            guard case .attribute(let slot, _) = path.end,
                let index = searchIndexes.first(where: { index in
                    index.slot == slot
                        && index.entity == model.layouts[path.entity].slots[slot].entity
                })
            else { return nil }
            indexes.append(index)
        }
        return found(search.query, indexes)
    }

    /// Returns the numbers of rows with the words of a query; `nil` if others can satisfy it.
    private func found(
        _ query: SearchQuery.Node, _ indexes: [MemorySearchIndex]
    ) -> Set<Int64>? {
        switch query {
        case .term(let term):
            return indexes.reduce(into: []) { $0.formUnion($1.numbers(for: term)) }
        case .not: return nil
        case .and(let parts):
            return parts.compactMap { found($0, indexes) }.reduce(nil) { all, part in
                all.map { $0.intersection(part) } ?? part
            }
        case .or(let parts):
            return parts.reduce(into: []) { $0?.formUnion(found($1, indexes) ?? []) }
        }
    }
}
