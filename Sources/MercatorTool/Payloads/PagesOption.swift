import Mercator

/// The option that fetches all pages of a list.
struct PagesOption {
    static let option = CommandSyntax.Option(
        name: "--pages", valueName: "STYLE",
        help: "Fetch all pages: number[:PARAM[:FIRST[:RECORDS]]], offset[:PARAM[:RECORDS]], "
            + "next:PATH, cursor:PATH:PARAM, link[:REL], header:NAME.")

    /// The paging style of the server; `single` without the option.
    let style: PageStyle
    /// The text of the option; empty without it.
    let text: String
    /// The path of the records in a page; `nil` if they are looked for.
    let records: PayloadPath?

    /// Reads the option.
    ///
    /// - Throws: ``CommandError`` if it is malformed.
    init(_ arguments: Arguments) throws(CommandError) {
        text = arguments.value(of: Self.option.name) ?? ""
        guard arguments.has(Self.option.name) else {
            (style, records) = (.single, nil)
            return
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            .map(String.init)
        let rest = parts.count > 1 ? parts[1] : nil
        switch parts[0] {
        case "number":
            let words = try Self.words(rest, 3, "number:page, number:page:0 or number:p:1:items")
            guard let first = words.count > 1 ? Int(words[1]) : 1 else {
                throw Self.error(
                    "the number of the first page, as in number:page:0, found '\(words[1])'")
            }
            style = .number(parameter: words.first ?? "page", first: first)
            records = try words.count > 2 ? Self.path(words[2]) : nil
        case "offset":
            let words = try Self.words(rest, 2, "offset:start or offset:start:items")
            style = .offset(parameter: words.first ?? "offset")
            records = try words.count > 1 ? Self.path(words[1]) : nil
        default:
            style = try Self.linked(parts[0], rest, text)
            records = nil
        }
    }

    /// Parses a style in which pages refer to the next one.
    private static func linked(
        _ kind: String, _ rest: String?, _ text: String
    ) throws(CommandError) -> PageStyle {
        switch (kind, rest) {
        case ("next", let path?) where !path.isEmpty: return .nextURL(at: try self.path(path))
        case ("next", _):
            throw error("the path of the URL of the next page, as in next:links.next")
        case ("cursor", let rest?):
            guard let colon = rest.lastIndex(of: ":"), colon != rest.startIndex,
                rest.index(after: colon) != rest.endIndex
            else { fallthrough }
            return .cursor(
                at: try path(String(rest[..<colon])),
                parameter: String(rest[rest.index(after: colon)...]))
        case ("cursor", _):
            throw error("the path of the cursor and its parameter, as in cursor:meta.next:after")
        case ("link", let relation) where relation?.isEmpty != true:
            return .link(relation ?? "next")
        case ("header", let name?) where !name.isEmpty && name.allSatisfy(isOfName):
            return .header(name)
        case ("header", _):
            throw error("the field with the URL of the next page, as in header:Next-Page")
        default:
            throw error(
                "number, offset, next:PATH, cursor:PATH:PARAM, link or header:NAME, found '\(text)'"
            )
        }
    }

    private static func isOfName(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "-_".contains(character))
    }

    /// Splits a text at colons; the last part may contain colons.
    private static func words(
        _ text: String?, _ count: Int, _ example: String
    ) throws(CommandError) -> [String] {
        let words =
            text?.split(
                separator: ":", maxSplits: count - 1, omittingEmptySubsequences: false) ?? []
        guard words.allSatisfy({ !$0.isEmpty }) else {
            throw error("a text behind each colon, as in \(example)")
        }
        return words.map(String.init)
    }

    private static func path(_ text: String) throws(CommandError) -> PayloadPath {
        do throws(PayloadPathError) {
            return try PayloadPath(text)
        } catch {
            throw Self.error("a path in the payload: \(error)")
        }
    }

    private static func error(_ expected: String) -> CommandError {
        CommandError("--pages expects \(expected)", status: .usage)
    }

    /// The parameter whose value is a plain number, which messages show; `nil` for other styles.
    var shownParameter: String? {
        switch style {
        case .number(let parameter, _), .offset(let parameter): parameter
        case .cursor, .nextURL, .link, .header, .single: nil
        }
    }
}

/// Counting records, to detect the last page without a link.
extension PagesOption {
    /// Counts the records of a page.
    ///
    /// Without a path, the only list of objects or non-empty rows is counted.
    ///
    /// - Parameters:
    ///   - document: The page.
    ///   - index: The number of the page, from 0.
    /// - Returns: The number of records; 0 for styles that do not need it.
    /// - Throws: ``CommandError`` if the list of records is ambiguous.
    func recordCount(
        of document: PayloadDocument, _ index: Int
    ) throws(CommandError) -> Int {
        guard style.isOpenEnded else { return 0 }
        let counts = records.map { path in
            document.root.value(at: path).map { [$0.isList ? $0.count : $0.isNull ? 0 : 1] } ?? []
        }
        let lists = counts ?? document.root.listCounts
        guard index > 0 || !lists.isEmpty else {
            throw Self.unknown("there is \(records.map { "nothing at '\($0)'" } ?? "no list")")
        }
        let filled = lists.filter { $0 > 0 }
        if case .offset = style, filled.count > 1 { throw Self.unknown("there are several lists") }
        return filled.first ?? 0
    }

    private static func unknown(_ reason: String) -> CommandError {
        CommandError(
            "the records cannot be counted, because \(reason); give their path behind --pages, as "
                + "in offset:offset:items or number:page:1:items, or choose another style")
    }
}

extension PayloadValue {
    /// Whether the value has records, in order or by key.
    fileprivate var isList: Bool { kind == .array || kind == .object }

    /// The numbers of elements of the lists that may have records, and that are in no other list.
    fileprivate var listCounts: [Int] {
        switch kind {
        case .object: members.flatMap { $0.value.listCounts }
        case .array: self[0].map(\.isList) ?? true ? [count] : []
        default: []
        }
    }
}
