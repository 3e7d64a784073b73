public import EntityMapper
public import MercatorPayload
public import ObjectGraph

extension RepresentationWriter {
    /// Joins the parts of several writers to one payload.
    ///
    /// The representations of parts with the same root path, or without one, are combined to one
    /// array.
    ///
    /// - Parameters:
    ///   - parts: The parts, in order.
    ///   - extra: Additional members. They are merged into existing objects and take precedence.
    /// - Returns: The payload.
    /// - Throws: ``MappingError`` with code `rootMismatch` if some parts have a root path and
    ///   others have none, if a root path is inside the array of another root path, or if there are
    ///   additional members and no object to contain them; with code `payloadLimit` if the payload
    ///   exceeds a limit.
    public static func document(
        joining parts: [RepresentationPart], adding extra: [String: Value] = [:]
    ) throws(MappingError) -> PayloadDocument {
        try document(of: try node(joining: parts).jsonBytes(), adding: extra)
    }

    /// Joins the parts of several writers to one tree.
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
                    "\(location(of: root)): two objects have the same key; write them one by one")
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
                    "\(location(of: root)): another root path is around it or in it, and there is an "
                        + "array or a value; choose roots that are apart")
            }
            whole = object
        }
        return whole ?? .array([])
    }

    /// Returns the parts grouped by root path, in the order of the first part of each.
    private static func grouped(
        _ parts: [RepresentationPart]
    ) -> [(root: PayloadPath, parts: [RepresentationPart])] {
        var groups: [(root: PayloadPath, parts: [RepresentationPart])] = []
        var indices: [PayloadPath: Int] = [:]
        for part in parts {
            if let index = indices[part.root] {
                groups[index].parts.append(part)
            } else {
                indices[part.root] = groups.count
                groups.append((part.root, [part]))
            }
        }
        return groups
    }

    /// Returns one node for parts with the same root path; `nil` if they contain duplicate keys.
    private static func joined(_ parts: [RepresentationPart]) -> PayloadNode? {
        let nodes = parts.flatMap(\.nodes)
        if parts.allSatisfy({ $0.form == .members }) { return PayloadNode(members: nodes) }
        if parts.count == 1, parts[0].form == .single { return nodes.first }
        return .array(nodes)
    }

    private static func location(of root: PayloadPath) -> String {
        root.components.isEmpty ? "the payload" : "root path '\(root)'"
    }

    /// Parses a written payload within limits, and merges additional members into it.
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
