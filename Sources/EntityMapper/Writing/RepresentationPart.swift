public import ObjectGraph
public import Payload

/// Objects that are written already, and where in a payload they go.
///
/// Parts of several writers make one payload. They are values and may leave the unit of work.
///
/// ```swift
/// let document = try RepresentationWriter.document(
///     joining: [articles.part(for: changed), authors.part(for: anna)])
/// ```
public struct RepresentationPart: Sendable, Hashable {
    /// Where in the payload the representations go.
    public let root: PayloadPath
    let nodes: [PayloadNode]
    let form: Form

    /// What representations make together.
    enum Form: Sendable {
        /// The only one is itself.
        case single
        /// An array.
        case list
        /// An object with the members of all: each has one member, and its key tells them apart.
        case members
    }
}

extension RepresentationWriter {
    /// Makes one payload of what several writers wrote.
    ///
    /// Parts with the same root, or none, make one array of all their representations.
    ///
    /// - Parameters:
    ///   - parts: What was written, in order.
    ///   - extra: Further members. They merge into the objects that are there, and win.
    /// - Returns: The payload.
    /// - Throws: ``MappingError`` with code `rootMismatch` if some parts have a root and others have
    ///   none, if one root is inside another's array, or if there are further members and no object
    ///   to hold them; with code `payloadLimit` if the payload would be refused.
    public static func document(
        joining parts: [RepresentationPart], adding extra: [String: Value] = [:]
    ) throws(MappingError) -> PayloadDocument {
        try document(of: try node(joining: parts).jsonBytes(), adding: extra)
    }

    /// What several writers wrote, in one tree.
    static func node(joining parts: [RepresentationPart]) throws(MappingError) -> PayloadNode {
        guard Set(parts.map(\.root.components.isEmpty)).count < 2 else {
            throw MappingError(
                .rootMismatch,
                "some objects have a root path and others have none, so they cannot share a "
                    + "payload; give all writers a root path, or none")
        }
        var whole: PayloadNode?
        for (root, parts) in grouped(parts) {
            guard let node = joined(parts) else {
                throw MappingError(
                    .conflictingValues,
                    "\(place(of: root)): two objects have the same key; write them one by one")
            }
            let keys = root.components.map(\.name)
            guard !keys.isEmpty else {
                whole = node
                continue
            }
            var object = whole ?? .object([])
            guard object.put(node, at: keys[...]) else {
                throw MappingError(
                    .rootMismatch,
                    "\(place(of: root)): another root path is around it or in it, and there is an "
                        + "array or a value; choose roots that are apart")
            }
            whole = object
        }
        return whole ?? .array([])
    }

    /// The parts by root, in the order in which roots come first.
    private static func grouped(
        _ parts: [RepresentationPart]
    ) -> [(root: PayloadPath, parts: [RepresentationPart])] {
        var groups: [(root: PayloadPath, parts: [RepresentationPart])] = []
        var places: [PayloadPath: Int] = [:]
        for part in parts {
            if let place = places[part.root] {
                groups[place].parts.append(part)
            } else {
                places[part.root] = groups.count
                groups.append((part.root, [part]))
            }
        }
        return groups
    }

    /// One node for parts with the same root; `nil` if two members have the same key.
    private static func joined(_ parts: [RepresentationPart]) -> PayloadNode? {
        let nodes = parts.flatMap(\.nodes)
        if parts.allSatisfy({ $0.form == .members }) { return PayloadNode(members: nodes) }
        if parts.count == 1, parts[0].form == .single { return nodes.first }
        return .array(nodes)
    }

    private static func place(of root: PayloadPath) -> String {
        root.components.isEmpty ? "the payload" : "root path '\(root)'"
    }

    /// Checks a payload that is written already, and lays further members over it.
    static func document(
        of bytes: [UInt8], adding extra: [String: Value]
    ) throws(MappingError) -> PayloadDocument {
        let document = try withinLimits { () throws(PayloadError) in
            try PayloadDocument(parsing: bytes)
        }
        guard !extra.isEmpty else { return document }
        guard document.root.kind == .object else {
            throw MappingError(
                .rootMismatch,
                "further members need an object to be in; give the writer a root path")
        }
        let conversion = Conversion(type: .dictionary, transform: .default)
        switch conversion.representation(of: .dictionary(extra)) {
        case .node(let members):
            return try withinLimits { () throws(PayloadError) in
                try document.merging(PayloadDocument(writing: members))
            }
        case .invalid(let reason):
            throw MappingError(.unwritableValue, "further members: \(reason)")
        }
    }

    static func withinLimits<Result>(
        _ work: () throws(PayloadError) -> Result
    ) throws(MappingError) -> Result {
        do {
            return try work()
        } catch {
            throw MappingError(
                .payloadLimit, "the payload would be refused where it is read: \(error)",
                cause: error)
        }
    }
}
