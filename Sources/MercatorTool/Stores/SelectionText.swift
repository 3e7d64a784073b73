import Mercator

/// A selection as text: `Post group by author.name: count sort -count`.
struct SelectionText {
    private let text: String
    /// The selection; without columns, its objects are asked for.
    let request: SelectRequest

    /// Parses a text that has a clause of a selection, and returns `nil` for any other text.
    ///
    /// - Throws: ``CommandError`` with the position of the first mistake, if a clause of a
    ///   selection stands before it, or of a condition on groups without columns.
    init?(_ text: String) throws(CommandError) {
        do {
            request = try SelectRequest(format: text)
        } catch {
            guard Self.hasClause(text, before: error) else { return nil }
            throw Self.failure(error)
        }
        if request.columns.isEmpty, request.groupPredicate != .true {
            let word = text.firstMatch(of: /\b(?i:having)\b/).map { String($0.output) }
            throw QueryText(text).mistake(
                "'\(word ?? "having")' is a condition on groups, which need columns, as in "
                    + "'Status: lang, count having count > 2'")
        }
        guard
            !request.columns.isEmpty || !request.sortKeys.isEmpty || request.limit != nil
                || request.offset > 0
        else { return nil }
        self.text = text
    }

    /// Returns the selection with the order and the limit of options.
    ///
    /// - Throws: ``CommandError`` if the text has one of them, too.
    func request(sortedBy keys: [SortKey], limit: Int?) throws(CommandError) -> SelectRequest {
        var request = request
        for (option, isDouble) in [
            ("--sort", !keys.isEmpty && !request.sortKeys.isEmpty),
            ("--limit", limit != nil && request.limit != nil),
        ] where isDouble {
            throw CommandError("\(option) is in the text, too; write it once", status: .usage)
        }
        if !keys.isEmpty { request.sortKeys = keys.map(named) }
        request.limit = limit ?? request.limit
        return request
    }

    /// Returns a key of an option, which sorts by a column if it has the name of one.
    private func named(_ key: SortKey) -> SortKey {
        guard let column = request.columns.first(where: { $0.name == key.path.description })
        else { return key }
        return key.isAscending ? .ascending(column) : .descending(column)
    }

    /// Returns the request for the objects of a selection without columns.
    ///
    /// - Throws: ``CommandError`` with the position of the first mistake in names and types.
    func objects(_ request: SelectRequest, in store: OpenStore) throws -> FetchRequest {
        try naming(request, in: store) { try Self.check(request, in: store) }
        return Self.objects(of: request)
    }

    /// Performs work, whose error about names and types gets its position in the text, or the name
    /// of the option that is wrong.
    private func naming(
        _ asked: SelectRequest, in store: OpenStore, _ work: () throws -> Void
    ) throws {
        do {
            try work()
        } catch let error as StoreError where error.code == .invalidRequest {
            if asked.sortKeys != request.sortKeys {
                var unsorted = asked
                unsorted.sortKeys = []
                if (try? Self.check(unsorted, in: store)) != nil {
                    throw CommandError("--sort: \(error.message)", status: .usage)
                }
            }
            throw QueryText(text).mistake(error.message)
        }
    }

    /// Throws the first mistake in names and types, by reading no rows.
    private static func check(_ request: SelectRequest, in store: OpenStore) throws {
        var request = request
        request.limit = 0
        try store.container.read { context in
            if request.columns.isEmpty {
                _ = try context.fetch(objects(of: request))
            } else {
                _ = try context.select(request)
            }
        }
    }

    private static func objects(of request: SelectRequest) -> FetchRequest {
        FetchRequest(
            request.entityName, where: request.predicate, sortedBy: request.sortKeys,
            limit: request.limit, offset: request.offset)
    }

    /// Prints the rows of a selection; large results as they are read.
    ///
    /// - Throws: ``CommandError`` with the position of the first mistake in names and types.
    func print(
        _ request: SelectRequest, in store: OpenStore, as format: ResultFormat, _ console: Console
    ) throws {
        let columns = request.columns
        var result = ResultRows(names: columns.map(\.name))
        result.barColumn = columns.firstIndex(where: \.isCount)
        let head = result.head
        func shown(_ row: SelectedRow) -> [Value] {
            zip(row.values, columns).map { value, column in
                column.sensitiveName.map { store.mask.shown(value, of: $0) } ?? value
            }
        }
        try naming(request, in: store) {
            try store.container.read { context in
                guard format == .lines || format == .csv else {
                    result.rows = try context.select(request).map(shown)
                    return result.print(format, console)
                }
                // The first line comes after the first row, so that a mistake is told alone.
                var isFirst = true
                try context.forEachRow(of: request) { row in
                    if format == .csv, isFirst { console.say(head) }
                    isFirst = false
                    let values = shown(row)
                    console.say(format == .csv ? CSVText.line(values) : result.line(values))
                }
                if format == .csv, isFirst { console.say(head) }
            }
        }
    }

    /// Tests whether a clause of a selection stands before a mistake, outside of quoted texts.
    private static func hasClause(_ text: String, before error: PredicateFormatError) -> Bool {
        if text.first(where: { !$0.isWhitespace }) == ":" { return true }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let last = lines.dropFirst(error.line - 1).first?.prefix(error.column - 1) ?? ""
        let head = (lines.prefix(error.line - 1) + [last]).joined(separator: "\n")
        return head.replacing(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/, with: "")
            .contains(/:|\b(?i:group|having|sort|sorted|order|limit|offset)\b/)
    }

    private static func failure(_ error: PredicateFormatError) -> CommandError {
        let place =
            error.line == 1
            ? "column \(error.column)" : "line \(error.line), column \(error.column)"
        let lines = error.excerpt.split(separator: "\n", omittingEmptySubsequences: false)
        return CommandError(
            "\(place): \(error.message)", status: .usage,
            excerpt: lines.map { "  " + String($0).escapingControls }.joined(separator: "\n"))
    }
}

extension ValueExpression {
    /// Indicates whether the value is a number of objects or values.
    fileprivate var isCount: Bool {
        if case .aggregate(let function, _) = content {
            function == .count || function == .countDistinct
        } else {
            false
        }
    }

    /// The name of the attribute that the value tells about; `nil` for a number of objects.
    ///
    /// The sum in a group of one object is the value itself.
    fileprivate var sensitiveName: String? { isCount ? nil : content.path?.components.last }
}
