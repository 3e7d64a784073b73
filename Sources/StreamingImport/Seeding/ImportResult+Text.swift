import ConnectionEvaluation
import EntityMapper
import ObjectGraph

extension ImportResult: CustomStringConvertible, CustomReflectable {
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

extension ManagedObjectImporter: CustomStringConvertible, CustomReflectable {
    /// The names of the payloads.
    public var description: String {
        "ManagedObjectImporter (\(TextLines(payloadNames, limit: 20).joined))"
    }

    /// The options and the names of the first payloads.
    public var customMirror: Mirror {
        Mirror(self, children: ["options": options, "payloads": Array(payloadNames.prefix(20))])
    }
}
