import EntityMapper
import MappingFiles
import MercatorPayload

/// Divides record types whose objects belong to several entities.
///
/// They are links to shared objects (I4), variants by discriminator (E5) or references by URL (E6).
struct RecordSharing {
    let tree: SchemaTree
    let finder: IdentityFinder
    let base: BaseMapping?
    let options: InferenceOptions

    /// Divides the record type at an index, which must be the last one.
    func divide(_ index: Int, _ records: inout [RecordType], _ log: inout DecisionLog) {
        guard !isWhole(records[index].node) else { return }
        if let url = finder.references(at: records[index].node) {
            log.decide(
                .reference, tree.text(of: records[index].node),
                "are references to \(url.names.joined(separator: ", "))",
                "collections in their URLs", confidence: 0.9,
                override: "--part \(tree.text(of: records[index].node))")
            return divide(index, among: url, &records)
        }
        if let variants = variants(of: records[index]) {
            return divide(index, among: variants, &records, &log)
        }
        if let url = finder.ownCollections(at: records[index].node) {
            log.decide(
                .discriminator, tree.text(of: records[index].node),
                "are of \(url.names.joined(separator: ", "))", "collections in their URLs",
                confidence: 0.85, override: whole(records[index].node))
            return divide(index, among: url, &records)
        }
        if case .link(let own)? = records[index].identity.best?.fit {
            return divideLink(index, own: own, &records, &log)
        }
        guard options.corrections.links.contains(where: { tree.matches(records[index].node, $0) }),
            let candidate = records[index].identity.candidates.first(where: {
                $0.table.present > $0.table.distinct && $0.paths.count == 1
            })
        else { return }
        let own = candidate.table.differing.indices.filter { candidate.table.differing[$0] > 0 }
        records[index].identity.best = candidate.asLink(own: own)
        divideLink(index, own: own, &records, &log)
    }

    /// Tests whether a correction or the earlier mapping keeps a node's records together (V5).
    private func isWhole(_ node: SchemaNodeID) -> Bool {
        base?.entities(at: node, tree) == 1
            || options.corrections.same.contains {
                tree.matches(node, $0.0) && tree.matches(node, $0.1)
            }
    }

    /// Returns the option that keeps a node's records together.
    private func whole(_ node: SchemaNodeID) -> String {
        "--same \(tree.text(of: node))=\(tree.text(of: node))"
    }

    // MARK: Links

    private func divideLink(
        _ index: Int, own: [Int], _ records: inout [RecordType], _ log: inout DecisionLog
    ) {
        let whole = records[index]
        let ownNodes = Set(own.map { tree[whole.node].columns[$0] })
        let isOwn = { (path: [String]) in
            ownNodes.contains { tree.keys(from: whole.node, to: $0) == path }
                || path.contains { IdentityFinder.isPosition($0) }
        }
        var link = whole
        var object = RecordType(node: link.node, owner: index, path: [], form: .single)
        object.wrapper = link.wrapper
        object.share = .linked
        object.identity = link.identity
        object.columns = link.columns.filter { !isOwn($0.path) }
        object.shape = Set(object.columns.compactMap { link.name(of: $0.path).first })
        link.share = .link
        link.columns.removeAll { !isOwn($0.path) }
        link.shape = Set(link.columns.compactMap { link.name(of: $0.path).first })
        link.identity = IdentityFinding()
        log.decide(
            .link, tree.text(of: link.node), "is a link to a shared object",
            object.identity.best?.evidence ?? "", confidence: IdentityCandidate.linkConfidence,
            override: "--part \(tree.text(of: link.node))")
        records[index] = link
        records.append(object)
        let objectIndex = records.count - 1
        for nested in records.indices where records[nested].owner == index && nested != objectIndex
        {
            guard !isOwn(records[nested].path) else { continue }
            records[nested].owner = objectIndex
        }
    }

    // MARK: Collections

    private func divide(_ index: Int, among url: CollectionURL, _ records: inout [RecordType]) {
        if let key = url.key { records[index].identity.distinguish(key, by: url.node) }
        let whole = records[index]
        let nested = records.indices.filter { $0 > index && records[$0].owner == index }
        records[index].share = .collection(url.names[0], url: url.node)
        for collection in url.names.dropFirst() {
            var other = whole
            other.share = .collection(collection, url: url.node)
            records.append(other)
            let copy = records.count - 1
            for child in nested { records.copySubtree(child, to: copy) }
        }
    }

    // MARK: Kinds

    /// A discriminator value with the columns of its records.
    struct Kind {
        let member: String
        let value: String
        let table: VariantTable.Variant

        /// Tests whether records of the kind have a value in a column.
        func has(_ column: Int) -> Bool {
            table.presence.indices.contains(column) && table.presence[column] > 0
        }
    }

    /// Returns the variants of a record type, if their members differ (E5).
    private func variants(of record: RecordType) -> [Kind]? {
        let profile = tree[record.node]
        let forced = forcedMembers(at: record.node)
        for table in profile.variants {
            guard let member = tree.key(of: table.column), let variants = table.variants,
                variants.count > 1, forced?.contains(member) ?? true
            else { continue }
            let kinds = variants.sorted { $0.key < $1.key }.map {
                Kind(member: member, value: $0.key, table: $0.value)
            }
            if forced != nil { return kinds }
            if finder.isResource(record.node) { return kinds }
            guard record.identity.best?.isStrong == true,
                variants.values.allSatisfy({ $0.count >= 3 }), areApart(kinds, of: record)
            else { continue }
            return kinds
        }
        return nil
    }

    /// Returns the discriminators from corrections or the earlier mapping (V5).
    ///
    /// Returns `nil` if the rules decide.
    private func forcedMembers(at node: SchemaNodeID) -> [String]? {
        if let split = options.corrections.splits.first(where: { tree.matches(node, $0.path) }) {
            return [split.member]
        }
        guard let base, base.entities(at: node, tree) > 1, !base.splits.isEmpty else { return nil }
        return base.splits
    }

    /// Tests whether the members and identities of any two variants differ.
    private func areApart(_ kinds: [Kind], of record: RecordType) -> Bool {
        let columns = tree[record.node].columns
        let shapes = kinds.map { kind in
            Set(columns.indices.filter(kind.has).map { tree.text(of: columns[$0]) })
        }
        for left in kinds.indices {
            for right in kinds.indices where right > left {
                guard Similarity(shapes[left], shapes[right]).jaccard < Threshold.half else {
                    return false
                }
            }
        }
        let key = tree[record.node].candidates.firstIndex {
            $0.columns == record.identity.best?.nodes
        }
        guard let key else { return true }
        let samples = kinds.compactMap {
            $0.table.keys.indices.contains(key) ? $0.table.keys[key] : nil
        }
        for left in samples.indices {
            for right in samples.indices where right > left {
                guard samples[left].found(in: samples[right]).found == 0 else { return false }
            }
        }
        return true
    }

    private func divide(
        _ index: Int, among kinds: [Kind], _ records: inout [RecordType], _ log: inout DecisionLog
    ) {
        let whole = records[index]
        let nested = records.indices.filter { $0 > index && records[$0].owner == index }
        log.decide(
            .kinds, tree.text(of: whole.node),
            "are of \(kinds.count) kinds by '\(kinds[0].member)'", "values of '\(kinds[0].member)'",
            confidence: 0.85, override: self.whole(whole.node))
        for (number, kind) in kinds.enumerated() {
            var record = whole
            record.share = .variant(member: kind.member, value: kind.value)
            record.columns = whole.columns.filter { isPresent($0.node, kind, in: whole) }
            let children = nested.filter { isPresent(records[$0].node, kind, in: whole) }
            let keys = record.columns.map(\.path) + children.map { records[$0].path }
            record.shape = Set(keys.compactMap { whole.name(of: $0).first })
            if number == 0 {
                records[index] = record
                continue
            }
            records.append(record)
            let copy = records.count - 1
            for child in children { records.copySubtree(child, to: copy) }
        }
        for child in nested where !isPresent(records[child].node, kinds[0], in: whole) {
            records[child].isDetached = true
        }
    }

    /// Tests whether a variant's records have a value in a column.
    private func isPresent(_ node: SchemaNodeID, _ kind: Kind, in record: RecordType) -> Bool {
        let columns = tree[record.node].columns
        for index in tree.lineage(of: node).prefix(while: { $0 != record.node }) {
            if let column = columns.firstIndex(of: index) { return kind.has(column) }
        }
        return columns.indices.contains {
            kind.has($0) && tree.keys(from: node, to: columns[$0]) != nil
        }
    }
}

extension BaseMapping {
    /// Returns the number of entities at a node.
    fileprivate func entities(at node: SchemaNodeID, _ tree: SchemaTree) -> Int {
        entities.count { $0.contains { tree.matches(node, $0) } }
    }
}
