import MappingFiles

/// The first stage: divides the nodes of a profile into record types (E1 to E4, E6).
struct RecordCollector {
    let tree: SchemaTree
    let options: InferenceOptions
    let finder: IdentityFinder
    private let base: BaseMapping?
    var records: [RecordType] = []
    var log = DecisionLog()
    /// The record type of the current envelope, if envelopes are kept.
    private var envelope: Int?

    /// Indicates whether parts are kept as JSON, since there are too many entities (X1).
    private let embedsParts: Bool
    /// The lists of objects of the profile, by their keys.
    let lists: [String: [SchemaNodeID]]

    init(_ tree: SchemaTree, _ options: InferenceOptions, embedsParts: Bool = false) {
        self.tree = tree
        self.embedsParts = embedsParts
        self.options = options
        finder = IdentityFinder(tree: tree, options: options)
        lists = tree.listsOfObjects
        base = options.base.map(BaseMapping.init)
    }

    /// Collects the record types of all source groups.
    mutating func collect() {
        for group in tree.profile.groups { collect(group) }
    }

    private mutating func collect(_ group: SourceGroup) {
        let root = group.root
        let kinds = tree[root].kinds
        let first = records.count
        if kinds.arrays > 0, let element = tree.element(of: root) {
            addElements(element, path: [], owner: nil)
        }
        guard kinds.objects > 0 else {
            if records.count == first { leave(root, .otherKind, "no records") }
            return
        }
        if let map = tree[root].map, !map.isDictionary, addMap(root, path: [], owner: nil) {
            return
        }
        if let reason = EnvelopeRule(tree: tree, finder: finder, options: options)
            .recordReason(of: group)
        {
            add(root, .single, path: [], owner: nil)
            log.decide(
                .envelope, tree.text(of: root), "is a record", reason, confidence: 0.9,
                override: "--root PATH=NAME for records in it")
            return
        }
        if options.keepsEnvelope {
            records.append(RecordType(node: root, owner: nil, path: [], form: .single))
            envelope = first
        }
        collectEnvelope(root, path: [])
        envelope = nil
        if records.count == first {
            log.leftovers.removeAll { $0.reason == .besideRecords }
            add(root, .single, path: [], owner: nil)
        } else {
            log.decide(
                .envelope, tree.text(of: root), "is an envelope",
                "\(records.count - first) kinds of records in it", confidence: 0.9,
                override: "--root self")
        }
    }

    /// Collects the records in an envelope, and its scalars as leftovers.
    private mutating func collectEnvelope(_ node: SchemaNodeID, path: [String]) {
        for (key, member) in tree.members(of: node) {
            let path = path + [key]
            guard !isDropped(member) else { continue }
            let kinds = tree[member].kinds
            var isRecord = false
            if kinds.arrays > 0, let element = tree.element(of: member),
                tree[element].kinds.objects > 0
            {
                addElements(element, path: path, owner: nil)
                isRecord = true
            }
            if kinds.objects > 0 {
                if let map = tree[member].map {
                    isRecord =
                        !map.isDictionary && addMap(member, path: path, owner: nil) || isRecord
                } else if isCorrected(member, in: options.corrections.roots.map(\.path))
                    || finder.isEntity(member, isElement: false)
                {
                    add(member, .single, path: path, owner: nil)
                    isRecord = true
                } else if path.count < 4, !tree.members(of: member).isEmpty {
                    collectEnvelope(member, path: path)
                    continue
                }
            }
            guard !isRecord else { continue }
            if let envelope, let column = envelopeColumn(member, path: path) {
                records[envelope].columns.append(column)
            } else {
                leave(member, .besideRecords, "beside the records")
            }
        }
    }

    /// Returns the column of a value in an envelope, or of a map that is kept as JSON.
    private func envelopeColumn(_ node: SchemaNodeID, path: [String]) -> Column? {
        tree[node].map == nil
            ? column(node, path: path) : Column(path: path, node: node, form: .dictionary)
    }

    // MARK: Records

    private mutating func addElements(_ element: SchemaNodeID, path: [String], owner: Int?) {
        let kinds = tree[element].kinds
        guard kinds.objects > 0 else { return }
        guard !tree.members(of: element).isEmpty || tree[element].map != nil else {
            return leave(element, .unknownType, "empty objects")
        }
        let first = records.count
        add(element, .list, path: path, owner: owner)
        if !takeIdentifiers(at: element, from: first) { leaveOthers(at: element) }
    }

    private mutating func leaveOthers(at node: SchemaNodeID) {
        let others = tree[node].kinds.scalars + tree[node].kinds.arrays
        guard others > 0 else { return }
        log.leave(tree.text(of: node), others, .otherKind, "scalars among objects")
    }

    /// Adds the record types of a map; returns whether there are any.
    private mutating func addMap(_ node: SchemaNodeID, path: [String], owner: Int?) -> Bool {
        guard let entry = tree.entry(of: node), let map = tree[node].map else { return false }
        let kinds = tree[entry].kinds
        log.decide(
            map.rule, tree.text(of: node), "is a map", map.evidence,
            confidence: map.confidence, override: "--record \(tree.text(of: node))")
        if kinds.objects > 0 {
            add(entry, .map, path: path, owner: owner)
            leaveOthers(at: entry)
            return true
        }
        guard owner == nil || isSharedLookup(node) else { return false }
        guard kinds.arrays == 0 || owner == nil else { return false }
        if let element = tree.element(of: entry), tree[element].kinds.objects > 0 {
            addListEntries(entry, of: element, path: path)
            return true
        }
        records.append(RecordType(node: entry, owner: owner, path: path, form: .lookup))
        let index = records.count - 1
        records[index].columns = [column(entry, path: [])].compactMap(\.self)
        records[index].identity = finder.keyIdentity(of: entry)
        return true
    }

    /// Adds the entries of a map of lists, `{"2024": [{…}]}`.
    ///
    /// The entries are records with only a key, which own the elements.
    private mutating func addListEntries(
        _ entry: SchemaNodeID, of element: SchemaNodeID, path: [String]
    ) {
        var record = RecordType(node: entry, owner: nil, path: path, form: .lookup)
        record.identity = finder.keyIdentity(of: entry)
        records.append(record)
        addElements(element, path: [], owner: records.count - 1)
    }

    /// Tests whether the map entries in all records are equal.
    private func isSharedLookup(_ node: SchemaNodeID) -> Bool {
        guard let keys = tree[node].keys, let entry = tree.entry(of: node) else { return false }
        let kinds = tree[entry].kinds
        return keys.values.count >= 8 && kinds.texts == tree[entry].count
            && keys.repeats >= keys.values.count && keys.agreeingRepeats == keys.repeats
    }

    /// Adds a record type and its descendants.
    private mutating func add(
        _ node: SchemaNodeID, _ form: RecordType.Form, path: [String], owner: Int?
    ) {
        guard !isDropped(node) else { return }
        if embedsParts, let owner, !finder.isEntity(node, isElement: form != .single) {
            let container = form == .single ? node : tree[node].parent ?? node
            records[owner].columns.append(
                Column(
                    path: path, node: container, form: form == .list ? .array : .dictionary))
            return
        }
        var record = RecordType(node: node, owner: owner, path: path, form: form)
        let isElement = form != .single || isOneOfDocuments(node)
        record.wrapper = finder.wrapper(of: node, isElement: isElement)
        let isPart = isCorrected(node, in: options.corrections.parts)
        record.identity =
            isPart
            ? IdentityFinding()
            : finder.identity(of: node, isElement: isElement, hasOwner: owner != nil)
        record.shape = shape(of: node, wrapper: record.wrapper)
        records.append(record)
        let index = records.count - 1
        if tree[node].map == nil {
            collectMembers(of: node, path: [], into: index)
        } else {
            // A map in a list, or in a map, is kept as a whole.
            records[index].columns.append(Column(path: [], node: node, form: .dictionary))
        }
        guard !isPart else { return }
        RecordSharing(tree: tree, finder: finder, base: base, options: options).divide(
            index, &records, &log)
    }

    /// Tests for three root objects or more, which count as elements, as in lines.
    private func isOneOfDocuments(_ node: SchemaNodeID) -> Bool {
        tree[node].parent == nil && tree[node].kinds.objects >= 3
    }

    private func shape(of node: SchemaNodeID, wrapper: [String]) -> Set<String> {
        var body = node
        var keys: Set<String> = []
        for key in wrapper {
            keys.formUnion(tree.members(of: body).map(\.key))
            keys.remove(key)
            guard let next = tree.members(of: body).first(where: { $0.key == key }) else { break }
            body = next.node
        }
        return keys.union(tree.members(of: body).map(\.key))
    }

    // MARK: Members

    private mutating func collectMembers(of node: SchemaNodeID, path: [String], into record: Int) {
        for (key, member) in tree.members(of: node) {
            collect(member, path: path + [key], into: record)
        }
    }

    private mutating func collect(_ member: SchemaNodeID, path: [String], into record: Int) {
        guard !isDropped(member) else { return }
        let kinds = tree[member].kinds
        let scalars =
            kinds.booleans + kinds.integers + kinds.bigIntegers + kinds.fractions + kinds.texts
        let element = tree.element(of: member)
        let hasObjects = element.map { tree[$0].kinds.objects > 0 } ?? false
        if hasObjects, let element, isListOfWrapped(element) {
            let key = tree.members(of: element)[0].key
            records[record].columns.append(Column(path: path + [key], node: member, form: .list))
            return
        }
        // Scalars mixed with few lists of objects are the content, not the exception (T3).
        let isMostlyScalar = scalars > kinds.arrays + kinds.objects
        if kinds.arrays > 0, hasObjects, let element, !isListOfLists(element), !isMostlyScalar {
            addElements(element, path: path, owner: record)
            if kinds.objects > 0 { add(member, .single, path: path, owner: record) }
            if scalars > 0 { log.leave(tree.text(of: member), scalars, .otherKind, "scalars") }
            return
        }
        if kinds.objects > 0, kinds.arrays == 0,
            kinds.objects >= scalars || identified(member, isElement: false) != nil
                || isCorrected(member, in: options.corrections.parts)
        {
            let first = records.count
            collectObject(member, path: path, into: record)
            if scalars > 0, !takeIdentifiers(at: member, from: first) {
                log.leave(tree.text(of: member), scalars, .otherKind, "scalars")
            }
            return
        }
        if kinds.objects > 0 {
            log.leave(tree.text(of: member), kinds.objects, .otherKind, "objects among scalars")
        }
        guard let column = column(member, path: path) else {
            if tree[member].count > 0 {
                leave(member, .unknownType, kinds.arrays > 0 ? "always empty" : "always null")
            }
            return
        }
        records[record].columns.append(column)
    }

    private mutating func collectObject(_ member: SchemaNodeID, path: [String], into record: Int) {
        if let map = tree[member].map {
            if !map.isDictionary, addMap(member, path: path, owner: record) { return }
            return records[record].columns.append(
                Column(path: path, node: member, form: .dictionary))
        }
        guard !tree.members(of: member).isEmpty else {
            return leave(member, .unknownType, "an empty object")
        }
        if isScalarWrapper(member) {
            collectMembers(of: member, path: path, into: record)
        } else if isShapeOnly(member) || isListOfLinks(member) {
            records[record].columns.append(Column(path: path, node: member, form: .dictionary))
        } else if isCorrected(member, in: options.corrections.embedded)
            || records[record].wrapper.starts(with: path) && !path.isEmpty
            || records[record].identifies(through: path)
        {
            collectMembers(of: member, path: path, into: record)
        } else if isCorrected(member, in: options.corrections.parts)
            || finder.isEntity(member, isElement: false) || !canEmbed(member, path: path)
        {
            add(member, .single, path: path, owner: record)
        } else {
            collectMembers(of: member, path: path, into: record)
        }
    }

    /// Returns the column of a value other than an object; `nil` if its type is unknown.
    func column(_ node: SchemaNodeID, path: [String]) -> Column? {
        let kinds = tree[node].kinds
        if kinds.arrays > 0 {
            guard let element = tree.element(of: node), tree[element].count > 0 else { return nil }
            let inner = tree[element].kinds
            if inner.arrays + inner.objects > 0 {
                return Column(path: path, node: node, form: .array)
            }
            guard inner.nulls < tree[element].count else { return nil }
            return Column(path: path, node: node, form: .list)
        }
        guard tree[node].count > kinds.nulls + kinds.objects else { return nil }
        return Column(path: path, node: node, form: .scalar)
    }

    // MARK: Leftovers

    private mutating func leave(_ node: SchemaNodeID, _ reason: Leftover.Reason, _ text: String) {
        log.leave(tree.text(of: node), tree[node].count, reason, text)
    }

    private func isCorrected(_ node: SchemaNodeID, in paths: [SchemaPath]) -> Bool {
        paths.contains { tree.matches(node, $0) }
    }

    private mutating func isDropped(_ node: SchemaNodeID) -> Bool {
        let dropped = options.corrections.dropped + (base?.ignored ?? [])
        guard isCorrected(node, in: dropped) else { return false }
        leave(node, .ignored, "left out on request")
        return true
    }
}
