import Mercator

/// A query as text: `Status where user.screenName == "x"`.
struct QueryText {
    private let text: String
    /// The entity, if given separately; the text is then only the condition.
    private var entity: String?

    /// The two parts of a query; the condition keeps its position in the text.
    private struct Parts {
        let entity: String
        let condition: Substring?
    }

    init(_ text: String) {
        self.text = text
    }

    /// Creates a query for objects of an entity with a condition; `nil` for all objects.
    init(condition: String?, on entity: String) {
        text = condition ?? ""
        self.entity = entity
    }

    /// Returns the request.
    ///
    /// - Throws: ``CommandError`` with the position of the first mistake, and the nearest name.
    func request(
        in store: OpenStore, sortedBy keys: [SortKey] = [], limit: Int? = nil
    ) throws -> FetchRequest {
        let parts = try parts()
        let entity = try entity(parts.entity, in: store)
        let predicate = try parts.condition.map(predicate) ?? .true
        let request = FetchRequest(
            entity.name, where: predicate, sortedBy: keys, limit: limit)
        if let message = try problem(
            FetchRequest(entity.name, where: predicate, limit: 0), in: store)
        {
            let start = parts.condition?.startIndex ?? text.endIndex
            throw failure(message, at: position(namedIn: message, from: start))
        }
        if let message = try problem(
            FetchRequest(entity.name, sortedBy: keys, limit: 0), in: store)
        {
            throw CommandError("--sort: \(message)", status: .usage)
        }
        return request
    }

    /// Returns the error of a store about names or types, at the first of them in the text.
    func mistake(_ message: String) -> CommandError {
        failure(
            Self.advised(message), at: position(namedIn: message, from: text.startIndex))
    }

    /// Returns the first mistake in names and types, by fetching no rows; `nil` if there is none.
    private func problem(_ request: FetchRequest, in store: OpenStore) throws -> String? {
        do {
            try store.container.perform { _ = try $0.fetch(request) }
            return nil
        } catch let error as StoreError where error.code == .invalidRequest {
            return Self.advised(error.message)
        }
    }

    /// Returns a message that tells how dates are written, if one was expected.
    private static func advised(_ message: String) -> String {
        let isDate = message.contains("expected date")
        let advice = "; write a date as CAST(\"2026-11-22T10:00:00Z\", \"date\")"
        return message + (isDate ? advice : "")
    }

    private func entity(
        _ name: String, in store: OpenStore
    ) throws(CommandError) -> EntityDescription {
        do {
            return try store.entity(named: name)
        } catch {
            throw failure(error.message, at: position(of: name, from: text.startIndex))
        }
    }

    private func parts() throws(CommandError) -> Parts {
        if let entity { return Parts(entity: entity, condition: text.isEmpty ? nil : text[...]) }
        let start = text.firstIndex { !$0.isWhitespace } ?? text.endIndex
        guard start < text.endIndex else {
            throw failure("an entity is missing, as in 'Status where …'", at: start)
        }
        let end = text[start...].firstIndex { $0.isWhitespace } ?? text.endIndex
        let entity = String(text[start..<end])
        let rest = text[end...].drop { $0.isWhitespace }
        guard !rest.isEmpty else { return Parts(entity: entity, condition: nil) }
        let word = rest.prefix { !$0.isWhitespace && $0 != "(" }
        guard word.lowercased() == "where" else {
            let advice = Suggestion.text(for: String(word), among: ["where"])
            throw failure("expected 'where', found '\(word)'\(advice)", at: rest.startIndex)
        }
        return Parts(entity: entity, condition: text[word.endIndex...])
    }

    /// Parses the condition at its position in the text, so that errors have that position.
    private func predicate(_ condition: Substring) throws(CommandError) -> EntityPredicate {
        let before = text[..<condition.startIndex].map { $0.isNewline ? "\n" : " " }.joined()
        do {
            return try EntityPredicate(format: before + condition)
        } catch {
            let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            let line = lines.indices.contains(error.line - 1) ? lines[error.line - 1] : text[...]
            let position = text.index(
                line.startIndex, offsetBy: error.column - 1, limitedBy: text.endIndex)
            throw failure(error.message, at: position ?? text.endIndex)
        }
    }

    /// Returns the position in the text of the first quoted name, or of the message's path.
    ///
    /// An example of a path is `Status.user.name: expected …`.
    private func position(namedIn message: String, from start: String.Index) -> String.Index {
        let quoted = message.split(separator: "'", omittingEmptySubsequences: false)
        var names = quoted.indices.filter { $0 % 2 == 1 }.map { String(quoted[$0]) }
        let path = message.prefix { $0 != ":" }.split(separator: ".").dropFirst()
        names.append(path.joined(separator: "."))
        for name in names where !name.isEmpty {
            let position = position(of: name, from: start)
            if position < text.endIndex { return position }
        }
        return start
    }

    /// Returns the position of a word; the end of the text if it does not occur.
    private func position(of word: String, from start: String.Index) -> String.Index {
        var rest = text[start...]
        while let range = rest.firstRange(of: word) {
            let isBegin =
                range.lowerBound == text.startIndex
                || !text[text.index(before: range.lowerBound)].isNamePart
            let isEnd = range.upperBound == text.endIndex || !text[range.upperBound].isNamePart
            if isBegin, isEnd { return range.lowerBound }
            rest = text[range.upperBound...]
        }
        return text.endIndex
    }

    private func failure(_ message: String, at position: String.Index) -> CommandError {
        let head = text[..<position]
        let line =
            head.lastIndex(where: \.isNewline).map { text.index(after: $0) }
            ?? text.startIndex
        let column = text.distance(from: line, to: position)
        let end = text[position...].firstIndex(where: \.isNewline) ?? text.endIndex
        let shown = String(text[line..<end]).escapingControls.cut(toWidth: 200)
        let lineNumber = head.count(where: \.isNewline) + 1
        let name =
            lineNumber == 1 ? "column \(column + 1)" : "line \(lineNumber), column \(column + 1)"
        let caret = String(text[line..<position]).escapingControls.displayWidth
        return CommandError(
            "\(name): \(message)", status: .usage,
            excerpt: "  \(shown)\n  \(String(repeating: " ", count: min(caret, 200)))^")
    }
}

extension Character {
    fileprivate var isNamePart: Bool { isLetter || isNumber || self == "_" }
}

extension SortKey {
    /// Reads a path of attributes; a minus before it sorts the greatest values first.
    init(argument: String) {
        self =
            argument.hasPrefix("-")
            ? .descending(String(argument.dropFirst())) : .ascending(argument)
    }
}
