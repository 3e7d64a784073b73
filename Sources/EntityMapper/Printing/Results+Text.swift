import ObjectGraph

extension MappingResult: CustomStringConvertible, CustomReflectable {
    /// The result as text.
    ///
    /// It contains the number of found objects, and of the root paths with any, a table of the
    /// counts, the first issues, root paths without objects, attributes that are absent although a
    /// similar key exists, unresolved connections, and the first warnings of the plan.
    ///
    /// ```text
    /// 2 objects at 1 root path
    ///            inserted  updated
    ///   Article         2        0
    ///   all             2        0
    /// 1 issue:
    /// - Article.size (articleID: 8): expected number, found text, at [1].size (line 3, column 41)
    /// ```
    public var description: String {
        let found = roots.reduce(0) { $0 + $1.identifiers.count }
        let used = roots.count { !$0.identifiers.isEmpty }
        let paths = TextLines.count(roots.count, "root path")
        let head =
            "\(TextLines.count(found, "object")) at "
            + (used == roots.count || used == 0 ? paths : "\(used) of \(paths)")
        return
            ([counts.report(head, issues, of: issueCount)] + emptyRootLines + absenceLines
            + openLines + orphanLines + warningLines)
            .joined(separator: "\n")
    }

    /// The total, the first objects and the first issues.
    public var customMirror: Mirror {
        let identifiers = roots.lazy.flatMap(\.identifiers).prefix(20)
        return Mirror(
            self,
            children: [
                "total": total, "array": Array(identifiers), "issues": Array(issues.prefix(5)),
                "issueCount": issueCount, "unresolved": Array(unresolved.prefix(5)),
            ])
    }

    /// The first attributes that are absent from all records, although a similar key exists.
    private var absenceLines: [String] {
        absences.prefix(5) + (absences.count > 5 ? ["- …"] : [])
    }

    /// A line with the root paths without objects, if others have some.
    private var emptyRootLines: [String] {
        let empty = roots.filter(\.identifiers.isEmpty).map { "'\($0.path)'" }
        guard !empty.isEmpty, empty.count < roots.count else { return [] }
        let shown = empty.prefix(5).joined(separator: ", ") + (empty.count > 5 ? ", …" : "")
        return ["no objects at \(shown)"]
    }

    private var openLines: [String] {
        unresolved.isEmpty ? [] : ["open:", TextLines(unresolved).bulleted]
    }

    private var warningLines: [String] {
        guard !warnings.isEmpty else { return [] }
        let head = TextLines.count(warnings.count, "warning")
        return ["\(head) of the plan:", TextLines(warnings, limit: 5).bulleted]
    }

    private var orphanLines: [String] { orphans.map { ["orphans:", "\($0)"] } ?? [] }
}

extension ConnectionOperation.Result: CustomStringConvertible {
    /// The number of changed relationships, and unresolved connections.
    public var description: String {
        let head =
            "\(connected) connected" + (cleared > 0 ? ", \(cleared) cleared" : "")
            + (ambiguous > 0 ? ", \(ambiguous) ambiguous" : "")
        return unresolved.isEmpty ? head : "\(head); open:\n" + TextLines(unresolved).bulleted
    }
}
