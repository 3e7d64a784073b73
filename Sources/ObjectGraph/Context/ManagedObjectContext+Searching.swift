/// Searching texts.
extension ManagedObjectContext {
    /// Returns the objects that a search finds, the most relevant ones first, including pending
    /// changes.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest` if the request does not fit the model,
    ///   or if it names no texts and the entity has no searchable attributes.
    /// - Complexity: Two requests to the store, if it has an index of all texts. Otherwise the
    ///   objects that have the words are read and ranked in memory.
    public func search(_ request: SearchRequest) throws(StoreError) -> [SearchHit] {
        let search = try ResolvedSearchRequest(request, model)
        let terms = request.query.wantedTerms
        let (scores, rows) = try ranked(search, terms)
        try readAhead(search.texts, for: scores.map(\.number))
        let root = model.layouts[root(of: search.matching.entity)].name
        var hits: [SearchHit] = []
        for score in scores {
            guard let row = rows[score.number] else { continue }
            var excerpts: [SearchExcerpt] = []
            for path in search.paths {
                let found = try texts(at: path, of: row).lazy.compactMap { text in
                    SearchExcerpt(
                        of: text, at: path.description, terms, length: request.excerptLength)
                }.first
                if let found { excerpts.append(found) }
            }
            hits.append(
                SearchHit(
                    objectID: ManagedObjectID(entityName: root, number: score.number),
                    score: score.score, excerpts: excerpts))
        }
        return hits
    }

    /// Returns the scores of a search in order, with the rows of their objects.
    private func ranked(
        _ search: ResolvedSearchRequest, _ terms: [SearchTerm]
    ) throws(StoreError) -> (scores: [SearchScore], rows: [Int64: StoredRow]) {
        let root = root(of: search.matching.entity)
        let needsOverlay = needsOverlay(root, search.relationships)
        if !needsOverlay, let request = search.scored,
            let scores = try reader().scores(of: request)
        {
            let positions = state.tables[root].load(
                try reader().rows(root: root, numbers: scores.map(\.number)))
            return (scores, rows(at: positions, root))
        }
        let found =
            needsOverlay
            ? try overlaid(search.matching)
            : Array(
                rows(
                    at: state.tables[root].load(try reader().rows(matching: search.matching)), root
                ).values)
        try readAhead(search.texts, for: found.map(\.number))
        var scores: [SearchScore] = []
        for row in found {
            var words: [[UInt8]] = []
            for path in search.paths {
                words += try texts(at: path, of: row).map { SearchTokenizer.normalized($0) }
            }
            scores.append(
                SearchScore(number: row.number, score: SearchScore.score(of: words, terms)))
        }
        scores.sort { ($1.score, $0.number) < ($0.score, $1.number) }
        let rest = scores.dropFirst(search.offset)
        let rows = Dictionary(found.map { ($0.number, $0) }, uniquingKeysWith: { $1 })
        return (Array(search.limit.map { rest.prefix($0) } ?? rest), rows)
    }

    private func rows(at positions: [Int], _ root: Int) -> [Int64: StoredRow] {
        let rows = positions.map { state.tables[root].entries[$0].stored }
        return Dictionary(rows.map { ($0.number, $0) }, uniquingKeysWith: { $1 })
    }

    /// Returns the texts at the end of a path, which may cross relationships.
    private func texts(
        at path: PropertyPath, of row: StoredRow
    ) throws(StoreError) -> [String] {
        var rows = [row]
        for name in path.components.dropLast() {
            var next: [StoredRow] = []
            for row in rows {
                guard let relationship = model.relationship(named: name, of: row.entity) else {
                    continue
                }
                let root = model.root(ofDestination: relationship.index)
                for number in try destinations(of: relationship.index, from: row.number) {
                    if let row = try storedRow(root: root, number: number) { next.append(row) }
                }
            }
            rows = next
        }
        return rows.compactMap { row in
            guard let name = path.components.last,
                let slot = model.layouts[row.entity].slotIndexes[name],
                case .string(let text) = row.row[slot]
            else { return nil }
            return text
        }
    }
}

/// A search request with resolved names.
private struct ResolvedSearchRequest {
    /// The objects that are found, in any order and without a limit.
    let matching: RowRequest
    /// The request for scores; `nil` if an index can answer only a part of the search.
    let scored: ScoreRequest?
    let paths: [PropertyPath]
    /// The conditions on the texts, by which related objects are read ahead.
    let texts: ResolvedPredicate
    let relationships: Set<Int>
    let limit: Int?
    let offset: Int

    init(_ request: SearchRequest, _ model: ManagedObjectModel) throws(StoreError) {
        let fetch = FetchRequest(
            request.entityName, where: request.predicate, limit: request.limit,
            offset: request.offset)
        let rows = try RowRequest(fetch, model)
        (limit, offset) = (rows.limit, rows.offset)
        let resolver = PredicateResolver(model: model, entity: rows.entity)
        let search = EntityPredicate.matches(request.query, in: request.paths)
        let resolved = try resolver.resolve(search)
        texts = resolved
        matching = RowRequest(entity: rows.entity, predicate: search && request.predicate)
        relationships = try resolver.resolve(matching.predicate).relationships
        paths =
            request.paths.isEmpty
            ? try resolver.searchablePaths() : request.paths.map(PropertyPath.init)
        if case .search(let search) = resolved {
            scored = ScoreRequest(rows: rows, search: search)
        } else {
            scored = nil
        }
    }
}
