/// The final nodes, prepared for the statistics of their values.
struct ProfilePlan {
    private(set) var tree = ShapeTree()
    private(set) var states: [NodeState] = []
    private(set) var tables: [CandidateTable] = []
    private(set) var variants: [VariantState] = []
    private(set) var keys: [KeyState] = []
    private(set) var decisions: [SchemaNodeID: MapDecision] = [:]
    /// The document nodes of each group.
    private(set) var roots: [SchemaNodeID] = []
    private(set) var shapes: [Shape] = []
    /// The members whose values may divide records (E5).
    private var discriminators: Set<String> = [
        "object", "type", "kind", "model", "@type", "__typename", "_type", "resourceType", "event",
    ]
    /// The nodes where scalars and wrapped scalars are values of one kind (R4).
    private var united: Set<SchemaNodeID> = []

    init(
        _ rules: MapRules, roots: [SchemaNodeID], splits: Set<String> = [], limits: ProfileLimits
    ) {
        discriminators.formUnion(splits)
        for root in roots {
            let copy = tree.addRoot()
            shapes.append(rules.pass.shapes[root])
            self.roots.append(copy)
            copyNodes(in: root, to: copy, rules)
        }
        addStates(limits)
        addCandidates(limits)
    }

    /// Copies the descendants of a node: elements, entries, and members in byte order.
    private mutating func copyNodes(
        in nodeID: SchemaNodeID, to copy: SchemaNodeID, _ rules: MapRules
    ) {
        let pass = rules.pass
        let decision = rules.decisions[nodeID]
        decisions[copy] = decision
        let node = pass.tree.nodes[nodeID]
        if let elements = node.element {
            let element = tree.element(of: copy)
            shapes.append(pass.shapes[elements])
            copyNodes(in: elements, to: element, rules)
        }
        if let decision {
            guard let entries = node.entry else { return }
            let entry = tree.entry(of: copy)
            shapes.append(pass.shapes[entries])
            // The values of a dictionary are not distinguished.
            if !decision.isDictionary { copyNodes(in: entries, to: entry, rules) }
            return
        }
        if let scalars = ScalarWrapper.united(nodeID, pass) {
            shapes[copy] = scalars
            united.insert(copy)
            return
        }
        let members = pass.tree.members(of: nodeID).sorted {
            pass.tree.key(of: $0).lexicographicallyPrecedes(pass.tree.key(of: $1))
        }
        for member in members {
            let added = tree.addMember(of: copy, key: pass.tree.key(of: member))
            shapes.append(pass.shapes[member])
            copyNodes(in: member, to: added, rules)
        }
    }

    /// Returns the column nodes of rows with a header, below the document or its elements.
    func rowColumns(_ header: RowHeader?, at root: SchemaNodeID) -> RowColumns? {
        guard let header else { return nil }
        let node = tree.nodes[root].memberCount > 0 ? root : tree.nodes[root].element ?? root
        let members = header.columns.compactMap { tree.member(of: node, key: $0[...]) }
        return members.count < header.columns.count
            ? nil : RowColumns(node: node, members: members)
    }

    private mutating func addStates(_ limits: ProfileLimits) {
        let counts = shapes.map { $0.kinds.numbers + $0.kinds.texts }
        // A hash takes up to 16 bytes in a table that is between half and three quarters full.
        let capacity = Self.capacity(
            limits.distinctValues, budget: limits.valueBytes / 16, counts.map { ($0, 1) })
        for nodeID in tree.nodes.nodeIDs {
            var state = NodeState(capacity: min(counts[nodeID] + 2, capacity))
            let node = tree.nodes[nodeID]
            let isStep = node.step == .element || node.step == .entry
            state.depth = (node.parent.map { states[$0].depth } ?? 0) + (isStep ? 1 : 0)
            state.isUnited = united.contains(nodeID)
            state.isWrapper = node.step == .member && NameWords.isWrapper(name(of: nodeID))
            if let entry = node.entry {
                state.keys = keys.count
                keys.append(KeyState(capacity: min(shapes[entry].kinds.count, capacity)))
            }
            states.append(state)
        }
    }

    func name(of node: SchemaNodeID) -> String {
        String(decoding: tree.key(of: node), as: UTF8.self)
    }

    /// Returns the largest capacity, up to a limit, at which all sets fit a budget.
    private static func capacity(
        _ limit: Int, budget: Int, _ sets: [(count: Int, cost: Int)]
    ) -> Int {
        var capacity = limit
        while capacity > 64 {
            let total = sets.reduce(0) { $0 + min($1.count, capacity) * $1.cost }
            if total <= budget { break }
            capacity /= 2
        }
        return capacity
    }
}

/// Columns and candidates.
extension ProfilePlan {
    private static let mostColumns = 256
    private static let mostCandidates = 12
    private static let mostNaturalKeys = 6
    /// A column of a record.
    struct Column {
        let node: SchemaNodeID
        /// The objects between the record and the column.
        let depth: Int
        let name: String
        let isScalar: Bool
    }

    /// A candidate for an identity.
    private struct Key {
        var columns: [SchemaNodeID] = []
        /// Indicates whether the name is of the classes A to C.
        var isStrong = false
    }

    private mutating func addCandidates(_ limits: ProfileLimits) {
        var wanted: [(node: SchemaNodeID, keys: [Key])] = []
        for node in tree.nodes.nodeIDs
        where shapes[node].kinds.objects > 0 && decisions[node] == nil {
            let columns = columns(of: node)
            states[node].columns = columns.map(\.node)
            wanted.append((node, candidates(among: columns, at: node)))
            let first = variants.count
            for column in columns
            where column.depth == 0 && shapes[column.node].kinds.texts > 0
                && discriminators.contains(column.name)
            {
                variants.append(
                    VariantState(
                        column: column.node, width: columns.count,
                        candidates: wanted.last?.keys.count ?? 0))
            }
            states[node].variants = first..<variants.count
        }
        let sizes = wanted.map { item in
            // A row, its origin and the rest of an entry; twice while the result is made.
            let cost = 100 + 8 * states[item.node].columns.count + 4 * states[item.node].depth
            return (min(shapes[item.node].kinds.objects, 1 << 40), cost * item.keys.count)
        }
        let capacity = Self.capacity(1 << 13, budget: limits.tableBytes, sizes)
        for (node, keys) in wanted {
            let first = tables.count
            for key in keys {
                tables.append(
                    CandidateTable(
                        columns: key.columns, isStrong: key.isStrong,
                        width: states[node].columns.count,
                        originWidth: states[node].depth + 2, capacity: capacity))
            }
            states[node].tables = first..<tables.count
        }
    }

    /// Returns the scalars, arrays and maps in a record and in its to-one objects.
    private func columns(of record: SchemaNodeID) -> [Column] {
        var columns: [Column] = []
        var level = [(node: record, wrapped: "")]
        var depth = 0
        while !level.isEmpty, depth <= 4, columns.count < Self.mostColumns {
            var next: [(node: SchemaNodeID, wrapped: String)] = []
            var wrappers: [(node: SchemaNodeID, wrapped: String)] = []
            for (node, wrapped) in level {
                for member in tree.members(of: node) {
                    let kinds = shapes[member].kinds
                    let isMap = decisions[member] != nil
                    let key = name(of: member)
                    let name = key.hasPrefix("$") && !wrapped.isEmpty ? wrapped : key
                    if kinds.scalars + kinds.nulls + kinds.arrays > 0 || isMap {
                        columns.append(
                            Column(
                                node: member, depth: depth, name: name,
                                isScalar: kinds.numbers + kinds.texts > 0))
                    }
                    guard kinds.objects > 0, !isMap else { continue }
                    if isScalarWrapper(member) {
                        wrappers.append((member, key))
                    } else {
                        next.append((member, ""))
                    }
                }
            }
            // A scalar wrapper does not add a level.
            for (node, wrapped) in wrappers {
                for member in tree.members(of: node) {
                    columns.append(
                        Column(
                            node: member, depth: depth, name: wrapped,
                            isScalar: shapes[member].kinds.numbers + shapes[member].kinds.texts > 0)
                    )
                }
            }
            level = next
            depth += 1
        }
        return Self.limited(columns)
    }

    /// Returns the first columns, preferring possible identities if there are too many.
    private static func limited(_ columns: [Column]) -> [Column] {
        guard columns.count > mostColumns else { return columns }
        var kept = columns.indices.filter { index in
            columns[index].isScalar
                && CandidateNames.class(of: columns[index].name)?.isStrong == true
        }.prefix(2 * mostCandidates)
        let others = columns.indices.filter { !kept.contains($0) }
        kept += others.prefix(mostColumns - kept.count)
        return kept.sorted().map { columns[$0] }
    }

    /// Tests for an object with one member such as `$oid` (R4).
    private func isScalarWrapper(_ node: SchemaNodeID) -> Bool {
        let members = tree.members(of: node)
        return members.count == 1 && ScalarWrapper.keys.contains(name(of: members[0]))
    }

    private func candidates(among columns: [Column], at node: SchemaNodeID) -> [Key] {
        var keys: [Key] = []
        if tree.nodes[node].step == .entry {
            let member = tree.nodes[node].parent.flatMap { decisions[$0]?.keyMember }
            let column = columns.first { $0.depth == 0 && $0.isScalar && $0.name == member }
            keys.append(Key(columns: column.map { [$0.node] } ?? [], isStrong: true))
        }
        var named: [(column: Column, class: CandidateNames.Class)] = []
        for column in columns where column.isScalar {
            guard keys.first?.columns != [column.node],
                let found = CandidateNames.class(of: column.name)
            else { continue }
            named.append((column, found))
        }
        // Columns are sorted by depth and bytes, and the sort is stable.
        let sorted = named.enumerated().sorted { left, right in
            let (first, second) = (left.element, right.element)
            if first.class.isStrong != second.class.isStrong { return first.class.isStrong }
            if first.column.depth != second.column.depth {
                return first.column.depth < second.column.depth
            }
            return left.offset < right.offset
        }
        keys += sorted.prefix(Self.mostCandidates).map {
            Key(columns: [$0.element.column.node], isStrong: $0.element.class.isStrong)
        }
        if !keys.contains(where: \.isStrong) {
            keys += naturalKeys(among: columns, keys, at: node)
        }
        return keys + pairs(among: columns, named, at: node).map { Key(columns: $0) }
    }

    /// Returns the texts that all of many records have, whose names are none of an identity.
    private func naturalKeys(among columns: [Column], _ keys: [Key], at node: SchemaNodeID)
        -> [Key]
    {
        guard shapes[node].kinds.objects >= CandidateNames.many else { return [] }
        let found = columns.lazy.filter { column in
            column.depth == 0 && shapes[column.node].kinds.texts == shapes[node].kinds.objects
                && !keys.contains { $0.columns == [column.node] }
        }
        return found.prefix(Self.mostNaturalKeys).map { Key(columns: [$0.node]) }
    }
}
