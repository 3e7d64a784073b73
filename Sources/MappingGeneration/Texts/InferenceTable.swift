package import MappingInference
import ModelGeneration
import ObjectGraph

/// The proposal of `mercator infer`, on one screen.
///
/// ```text
/// 1 document, 187 kB, 1 110 records → 6 entities, 5 connections
///
/// Comment  500 at comments[]  identified by id (500 of 500 distinct)
///   commentID  integer64  id
///   postID     integer64  postId  → Post  1.00 (100 of 100 values found)
/// …
/// ```
package struct InferenceTable: CustomStringConvertible {
    private let inferred: InferredMapping
    private let payloads: [String]
    private let corrections: [[String]]
    private let width: Int

    /// The maximum number of listed decisions and paths.
    private static let listLimit = 12
    private static let sourceWidth = 40

    /// Creates a table.
    ///
    /// - Parameters:
    ///   - inferred: The result of an inference.
    ///   - payloads: The payloads as given on the command line.
    ///   - corrections: The options that changed decisions, each with its value if it has one.
    ///   - width: The number of terminal columns.
    package init(
        _ inferred: InferredMapping, payloads: [String], corrections: [[String]] = [],
        width: Int = 100
    ) {
        self.inferred = inferred
        self.payloads = payloads
        self.corrections = corrections
        self.width = max(width, 40)
    }

    /// The lines of the table; only commands exceed the terminal's width.
    package var description: String {
        let limits = inferred.limits.flatMap { TerminalText.wrapped($0, to: width) }
        let parts = [TerminalText.wrapped(summary, to: width), [""]]
        let lines = (parts + [entities, routes, possible, leftovers, limits]).flatMap(\.self).map {
            $0.escapingControls.cut(toWidth: width)
        }
        return (lines + command).joined(separator: "\n")
    }

    private var summary: String {
        let sources = inferred.sources.filter { $0.format != OpenAPIDescription.format }
        let descriptions = inferred.sources.filter { $0.format == OpenAPIDescription.format }
            .map {
                "description of \(Wording.count($0.objects, "schema")), \(Wording.size($0.bytes))"
            }
        let head = (descriptions + (sources.isEmpty ? [] : [text(of: sources)]))
        return head.joined(separator: "; ") + " → "
            + Wording.count(inferred.entities.count, "entity") + ", "
            + Wording.count(inferred.appliedConnections.count, "connection")
            + (inferred.routes.isEmpty ? "" : ", " + Wording.count(inferred.routes.count, "route"))
    }

    private func text(of sources: [SourceSummary]) -> String {
        let documents = sources.reduce(0) { $0 + $1.documents }
        let files = sources.count > 1 ? Wording.count(sources.count, "file") + ", " : ""
        let kind =
            sources.allSatisfy { $0.format == "lines" } && !sources.isEmpty ? "line" : "document"
        return files + Wording.count(documents, kind) + ", "
            + Wording.size(sources.reduce(0) { $0 + $1.bytes }) + ", "
            + Wording.count(inferred.entities.recordCount, "record")
    }

    /// The entities, with aligned headings.
    private var entities: [String] {
        guard !inferred.entities.isEmpty else {
            let advice =
                "Nothing to map was found. Name what the records are: --root PATH, --map PATH, "
                + "--record PATH"
            return TerminalText.wrapped(advice, to: width)
        }
        let heads = inferred.entities.map { head($0) }
        let names = min(heads.map { $0.name.displayWidth }.max() ?? 0, 24)
        let counts = heads.map { $0.count.displayWidth }.max() ?? 0
        let paths = min(heads.map { $0.path.displayWidth }.max() ?? 0, 28)
        return zip(inferred.entities, heads).flatMap { entity, head in
            let count = String(repeating: " ", count: counts - head.count.displayWidth) + head.count
            let line = TerminalText.padded(head.name, to: names) + "  " + count + " "
            return lines(
                line + TerminalText.padded(head.path, to: paths), head.identity, indent: 4)
                + rows(of: entity)
        }
    }

    private func head(
        _ entity: EntitySummary
    ) -> (name: String, count: String, path: String, identity: String) {
        let first =
            entity.paths.first.map { "at \(Wording.path($0.path))" } ?? ""
        let more =
            entity.paths.count > 1
            ? " and \(TextLines.count(entity.paths.count - 1, "other place"))" : ""
        let isEvident = ["", "no identity"].contains(entity.identityEvidence)
        let evidence = isEvident ? "" : " (\(entity.identityEvidence))"
        let identity =
            entity.identification.isEmpty
            ? "a part, without identity" + evidence
            : "identified by \(entity.identificationSources.joined(separator: " and "))" + evidence
        return (
            entity.name.escapingControls,
            entity.records == 0 && !inferred.routes.isEmpty ? "" : entity.records.grouped(),
            (first + more).escapingControls, identity.escapingControls
        )
    }

    /// The attributes and the nested relationships of an entity.
    private func rows(of entity: EntitySummary) -> [String] {
        var rows = entity.attributes.map { attribute in
            [
                attribute.name, "\(attribute.type)", attribute.source,
                note(on: attribute, in: entity),
            ]
        }
        rows += entity.relationships.filter { $0.source != nil }.map { relationship in
            [
                relationship.name,
                relationship.isToMany ? "[\(relationship.destination)]" : relationship.destination,
                relationship.source ?? "",
                [
                    relationship.isOrdered ? "ordered" : nil,
                    relationship.inverse.map { "inverse \($0)" },
                ].compactMap(\.self).joined(separator: ", "),
            ]
        }
        let cells = rows.map { row in
            row.prefix(3).map { $0.escapingControls.cut(toWidth: Self.sourceWidth) }
        }
        let widths = (0..<3).map { column in cells.map { $0[column].displayWidth }.max() ?? 0 }
        return zip(rows, cells).flatMap { row, cells in
            let columns = zip(cells, widths).map(TerminalText.padded)
            let line = "  " + columns.joined(separator: "  ")
            guard line.trimmingEnd.displayWidth > width else {
                return lines(line, row[3], indent: 6)
            }
            // A long source goes on its own line.
            let head = "  " + columns.prefix(2).joined(separator: "  ")
            let source = "      " + row[2].escapingControls
            return lines(head, "", indent: 6) + lines(source, row[3], indent: 6)
        }
    }

    private func note(on attribute: AttributeSummary, in entity: EntitySummary) -> String {
        let connections = entity.connections.filter {
            $0.isApplied && $0.keys.first?.source == attribute.name
        }.map { connection in
            let others = connection.keys.dropFirst().map(\.source).joined(separator: ", ")
            return "→ \(connection.destination)" + (others.isEmpty ? "" : " with \(others)")
                + "  \(Wording.confidence(connection.confidence))"
                + (connection.evidence.isEmpty ? "" : " (\(connection.evidence))")
        }
        return (connections + [attribute.hint].compactMap(\.self)).joined(separator: "; ")
    }

    /// Returns a line and a note, on two lines if they exceed the width.
    private func lines(_ line: String, _ note: String, indent: Int) -> [String] {
        let note = note.escapingControls
        let end = line.trimmingEnd.cut(toWidth: width)
        guard !note.isEmpty else { return [end] }
        guard line.displayWidth + 2 + note.displayWidth > width else { return [line + "  " + note] }
        return [end]
            + TerminalText.wrapped(note, to: width - indent)
            .map { String(repeating: " ", count: indent) + $0 }
    }

    /// Returns a wrapped sentence with a hanging indent.
    private func indented(_ text: String) -> [String] {
        TerminalText.wrapped(text.escapingControls, to: width - 4).enumerated().map {
            ($0.offset == 0 ? "  " : "    ") + $0.element
        }
    }

    /// The routes that a description gives, with what their responses have.
    private var routes: [String] {
        guard !inferred.routes.isEmpty else { return [] }
        let shown = inferred.routes.prefix(Self.listLimit).flatMap { route in
            let place = route.records == "self" ? "" : " at \(route.records)"
            let entity = route.isCollection ? "[\(route.entity)]" : route.entity
            let pages = route.pageParameters.joined(separator: ", ")
            return indented(
                "\(route.method) \(route.path)  \(entity)\(place)"
                    + (pages.isEmpty ? "" : ", pages by \(pages)"))
        }
        let rest = inferred.routes.count - Self.listLimit
        return ["Routes"] + shown + (rest > 0 ? ["  and \(rest) more; see --json"] : [])
    }

    private var possible: [String] {
        let decisions = inferred.decisions.filter { !$0.isApplied }
        guard !decisions.isEmpty else { return [] }
        let shown = decisions.prefix(Self.listLimit).flatMap { decision in
            let evidence = Wording.evidence(decision.evidence)
            let facts = (evidence.isEmpty ? "" : evidence + ", ")
            let head = "\(decision.subject) \(decision.outcome): \(facts)"
            return indented(head + Wording.confidence(decision.confidence))
                + ["    " + decision.override.escapingControls]
        }
        let rest = decisions.count - Self.listLimit
        return ["Possible, not done"] + shown + (rest > 0 ? ["  and \(rest) more; see --why"] : [])
    }

    private var leftovers: [String] {
        let isDescribed = inferred.sources.allSatisfy { $0.format == OpenAPIDescription.format }
        guard !inferred.leftovers.isEmpty else {
            return isDescribed ? [] : ["Left out", "  nothing"]
        }
        let shown = inferred.leftovers.prefix(Self.listLimit)
        let room = max(Self.sourceWidth, self.width - Self.sourceWidth)
        let paths = shown.map {
            $0.path.escapingControls.cut(toWidth: room)
        }
        let width = paths.map(\.displayWidth).max() ?? 0
        let counts = shown.map { $0.count.grouped() }
        let countWidth = counts.map(\.count).max() ?? 0
        let rows = zip(zip(paths, counts), shown).flatMap { cells, leftover in
            let count = String(repeating: " ", count: countWidth - cells.1.count) + cells.1
            return lines(
                "  " + TerminalText.padded(cells.0, to: width) + "  " + count,
                leftover.explanation.isEmpty
                    ? Wording.reason(leftover.reason) : leftover.explanation, indent: 4)
        }
        let rest = inferred.leftovers.count - shown.count
        return ["Left out"] + rows + (rest > 0 ? ["  and \(rest) more; see --json"] : [])
    }

    private var command: [String] {
        guard !inferred.entities.isEmpty, let first = payloads.first else { return [] }
        let name = first.split(separator: "/").last.map(String.init) ?? first
        let stem = name.split(separator: ".").first.map(String.init) ?? name
        let hasName = first != "-" && !stem.allSatisfy { $0 == "." }
        let store = (hasName ? stem : "payload") + ".sqlite"
        let arguments =
            payloads.prefix(4).map(TerminalText.quoted).joined(separator: " ")
            + (payloads.count > 4 ? " …" : "")
        // An import alone would infer without the description.
        let mapping = inferred.routes.isEmpty ? "" : " --mapping FILE"
        let head = "mercator import \(arguments)\(mapping)"
        let options = mapping.isEmpty ? corrections : []
        let words = options + [["--into", store]]
        let ends = words.map { $0.map(TerminalText.quoted).joined(separator: " ") }
        let line = "Import it:  \(head) " + ends.joined(separator: " ")
        let lines =
            line.count <= width
            ? [line] : ["Import it:", "  " + ([head] + ends).joined(separator: " \\\n    ")]
        return lines + (mapping.isEmpty ? [] : ["  where FILE is written by --save FILE"])
    }
}

extension String {
    fileprivate var trimmingEnd: String {
        let end = unicodeScalars.lastIndex { $0 != " " }
        return end.map { String(unicodeScalars[...$0]) } ?? ""
    }
}
