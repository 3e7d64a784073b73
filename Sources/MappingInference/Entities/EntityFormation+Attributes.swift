/// Creates the attributes of entities, from members and enclosing collections.
extension EntityFormation {
    mutating func addAttributes(to index: Int) {
        var attributes: [[String]: AttributeCandidate] = [:]
        let members = entities[index].records
        let omissions = omissions(in: entities[index])
        for member in members {
            let record = records[member]
            for column in record.columns {
                let path = record.name(of: column.path)
                if let omission = omissions[path] {
                    log.leave(
                        tree.text(of: column.node), tree[column.node].count, omission.reason,
                        omission.explanation)
                } else if attributes[path] == nil {
                    attributes[path] = AttributeCandidate(
                        path: path, columns: [(member, column)], profile: tree[column.node])
                } else {
                    attributes[path]?.columns.append((member, column))
                    attributes[path]?.profile.merge(tree[column.node])
                }
            }
        }
        entities[index].attributes = limited(Array(attributes.values)).sorted {
            $0.path.joined(separator: "\u{0}") < $1.path.joined(separator: "\u{0}")
        }
        addComputedAttributes(to: index)
    }

    /// The maximum number of attributes of an entity (X1).
    private static let attributeLimit = 1000

    /// Keeps the attributes with the most records, up to the limit.
    private mutating func limited(_ attributes: [AttributeCandidate]) -> [AttributeCandidate] {
        guard attributes.count > Self.attributeLimit else { return attributes }
        let ranked = attributes.sorted {
            let (left, right) = (
                $0.profile.count - $0.profile.kinds.nulls, $1.profile.count - $1.profile.kinds.nulls
            )
            return left != right
                ? left > right
                : $0.path.joined(separator: "\u{0}") < $1.path.joined(separator: "\u{0}")
        }
        for attribute in ranked.dropFirst(Self.attributeLimit) {
            guard let node = attribute.columns.first?.column.node else { continue }
            log.leave(
                tree.text(of: node), attribute.profile.count, .limit,
                "an entity has at most \(Self.attributeLimit) attributes")
        }
        return Array(ranked.prefix(Self.attributeLimit))
    }

    /// Returns the members that are omitted on every path of the entity.
    ///
    /// They repeat an identity (I10) or the order of the records (I4) on at least one path.
    private func omissions(
        in entity: EntityCandidate
    ) -> [[String]: (reason: Leftover.Reason, explanation: String)] {
        var omissions: [[String]: (reason: Leftover.Reason, explanation: String)] = [:]
        for member in entity.records {
            let record = records[member]
            for (path, twin) in TwinRule(tree: tree).twins(in: record) {
                omissions[record.name(of: path)] = (.twin, "the same as \(PathText.text(twin))")
            }
            for column in record.columns where isPosition(column, of: record, in: entity) {
                omissions[record.name(of: column.path)] = (.position, "the order of the records")
            }
        }
        return omissions
    }

    private func isPosition(_ column: Column, of record: RecordType, in entity: EntityCandidate)
        -> Bool
    {
        guard let key = column.path.last, IdentityFinder.isPosition(key), record.form == .list,
            entity.identity != .none, entity.identity != .position,
            let best = record.identity.best,
            let index = tree[record.node].columns.firstIndex(of: column.node)
        else { return false }
        return column.form != .scalar
            || best.table.differing.indices.contains(index) && best.table.differing[index] > 0
    }

    /// Adds attributes that are not members: map keys, parents' identities, positions.
    private mutating func addComputedAttributes(to index: Int) {
        let members = entities[index].records
        func append(_ origin: AttributeCandidate.Origin, _ path: [String], _ profile: NodeProfile) {
            entities[index].attributes.append(
                AttributeCandidate(path: path, columns: [], profile: profile, origin: origin))
        }
        for member in members {
            let record = records[member]
            guard record.form == .map || record.form == .lookup,
                let map = tree[record.node].parent, let keys = tree[map].keys,
                tree[map].map?.keyMember == nil
            else { continue }
            append(.key, ["key"], keys.profile)
            break
        }
        switch entities[index].identity {
        case .local(let paths):
            guard let owner = records[members[0]].owner else { return }
            for path in paths {
                let name = AttributeName.identity(
                    key: path.last ?? "id", entity: entities[entityOfRecord[owner]].name)
                let isTaken = entities[index].attributes.contains {
                    AttributeName.of(path: $0.path) == name
                }
                let node = records[owner].columns.first { $0.path == path }?.node
                append(
                    .parent(path), isTaken ? ["parent", name] : [name],
                    node.map { tree[$0] } ?? tree[records[owner].node])
            }
        case .position:
            append(.sourceName, ["sourceName"], tree[records[members[0]].node])
            if entities[index].name != "Document" || records[members[0]].form != .single {
                append(.position, ["position"], tree[records[members[0]].node])
            }
        case .none, .members, .key: break
        }
    }
}

extension KeyStatistics {
    /// The keys, as statistics of attribute values.
    var profile: NodeProfile {
        var profile = NodeProfile(step: .member("key"), parent: nil)
        profile.count = count
        profile.texts = texts
        profile.numbers = numbers
        profile.examples = examples
        profile.values = values
        if areIntegers { profile.kinds.integers = count } else { profile.kinds.texts = count }
        return profile
    }
}
