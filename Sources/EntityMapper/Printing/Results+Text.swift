import ObjectGraph

extension MappingResult: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of found objects, a table of the counts, the first issues, and unresolved
    /// connections.
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
        let head =
            "\(TextLines.count(found, "object")) at \(TextLines.count(roots.count, "root path"))"
        return ([counts.report(head, issues, of: issueCount)] + openLines + orphanLines)
            .joined(separator: "\n")
    }

    /// The number of found objects, a table of the counts, the first issues, and unresolved
    /// connections.
    public var debugDescription: String { description }

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

    private var openLines: [String] {
        unresolved.isEmpty ? [] : ["open:", TextLines(unresolved).bulleted]
    }

    private var orphanLines: [String] { orphans.map { ["orphans:", "\($0)"] } ?? [] }
}

extension ConnectionOperation.Result: CustomStringConvertible, CustomDebugStringConvertible {
    /// The number of changed relationships, and unresolved connections.
    public var description: String {
        let head =
            "\(connected) connected" + (cleared > 0 ? ", \(cleared) cleared" : "")
            + (ambiguous > 0 ? ", \(ambiguous) ambiguous" : "")
        return unresolved.isEmpty ? head : "\(head); open:\n" + TextLines(unresolved).bulleted
    }

    /// The number of changed relationships, and unresolved connections.
    public var debugDescription: String { description }
}

extension UnresolvedConnection: CustomDebugStringConvertible, CustomReflectable {
    /// The relationship, and the numbers of foreign keys and missing objects.
    public var debugDescription: String { description }

    /// The relationship and the first keys.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "entity": entity, "relationship": relationship, "keys": Array(keys.prefix(20)),
                "count": count,
            ])
    }
}

extension UnresolvedConnection.Key: CustomStringConvertible {
    /// The values and the number of objects, such as `authorID: 3 (2 objects)`.
    public var description: String {
        let values = values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return values.joined(separator: ", ") + " (\(TextLines.count(count, "object")))"
    }
}

extension ImportResult: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of payloads, a table of the counts over all of them, the first issues, and
    /// unresolved connections.
    public var description: String {
        let head = counts.report(TextLines.count(payloads.count, "payload"), [], of: 0)
        let count = issueCount
        let found =
            count == 0 ? [] : [TextLines.count(count, "issue") + ":", issueLines.bulleted]
        let open = unresolved.isEmpty ? [] : ["open:", TextLines(unresolved).bulleted]
        return ([head] + found + open).joined(separator: "\n")
    }

    /// The number of payloads, a table of the counts, the first issues, and unresolved connections.
    public var debugDescription: String { description }

    /// The total and the first payloads.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "total": total, "payloads": Array(payloads.prefix(20)), "issueCount": issueCount,
            ])
    }
}

extension ImportResult.Payload: CustomStringConvertible, CustomReflectable {
    /// The name and the total counts, such as `articles.json: 2 inserted`.
    public var description: String { "\(name): \(result.total)" }

    /// The name and the total counts.
    public var customMirror: Mirror {
        Mirror(self, children: ["name": name, "total": result.total])
    }
}

extension DryRun: CustomStringConvertible, CustomDebugStringConvertible {
    /// The result, followed by the changes.
    public var description: String { "\(result)\n\(changes)" }
    /// The result, followed by the changes.
    public var debugDescription: String { description }
}
