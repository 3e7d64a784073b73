import MercatorPayload
import ObjectGraph

/// Reads any number of payloads and keeps statistics of all their values.
///
/// All bytes are read twice, and only statistics are kept: first the kinds of values at each node,
/// which distinguish maps from records, then the values. The result does not depend on the order of
/// sources and members, except for the examples of a map in a document that is read in pieces.
package struct PayloadProfiler: Sendable {
    /// The settings of a profile.
    package struct Options: Sendable {
        /// The number of records to read, evenly spread; `nil` for all.
        package var sample: Int?
        /// The paths of forced maps and records, such as `statuses[].user`.
        package var maps: [SchemaPath] = []
        package var records: [SchemaPath] = []
        /// The members that divide records by their values, besides `type` and the like.
        package var splits: Set<String> = []
        package var limits = ProfileLimits()
        /// Whether to read large sources on another thread.
        package var readsAhead = false

        package init() {}
    }

    private let options: Options

    package init(_ options: Options = Options()) { self.options = options }

    /// Reads sources.
    ///
    /// - Throws: ``InferenceError`` if a source cannot be read, is malformed, or if there is
    ///   nothing to map in any of them.
    /// - Complexity: O(bytes) time; memory for a sample of the values of each node.
    package func profile(
        _ sources: [PayloadSource]
    ) throws(InferenceError) -> PayloadProfile {
        var readers: [DocumentReader] = []
        for source in SourceOrder.sorted(sources) {
            readers.append(
                try DocumentReader(
                    source, limits: options.limits, readsAhead: options.readsAhead))
        }
        guard !readers.isEmpty else {
            throw InferenceError(.nothingToMap, "nothing to map: no payload")
        }
        var groups = try SourceGrouping.groups(readers, options)
        var pass = ShapePass(options.limits)
        pass.sampler = groups.sampler
        for index in groups.items.indices {
            try readShapes(of: &groups.items[index], readers, &pass)
        }
        if let error = NothingToMap.error(pass, groups.items.map(\.root), readers) { throw error }
        var rules = MapRules(
            pass: pass, forced: ForcedShapes(maps: options.maps, records: options.records))
        for group in groups.items { rules.decide(at: group.root) }
        let plan = ProfilePlan(
            rules, roots: groups.items.map(\.root), splits: options.splits,
            limits: options.limits)
        return try values(plan, groups, readers, hitLimit: !rules.pass.full.isEmpty)
    }

    /// Reads the kinds of the values of a group; again, if its records are rows with a header.
    private func readShapes(
        of group: inout SourceGrouping.Item, _ readers: [DocumentReader], _ pass: inout ShapePass
    ) throws(InferenceError) {
        group.root = pass.addRoot()
        pass.rows = nil
        let first = readers[group.sources[0]].format
        let count = pass.tree.nodes.count
        var header = RowHeader()
        for source in group.sources {
            try readers[source].forEach(findsLarge: true) { (batch) throws(InferenceError) in
                batch.forEachDocument { header.add($0, batch.tape, isLine: batch.isLines) }
                pass.read(batch, at: group.root)
            }
        }
        let areEven = group.sources.allSatisfy { readers[$0].format == first }
        guard header.isFound, areEven else { return }
        pass.removed += pass.tree.nodes.count - count
        group.header = header
        group.root = pass.addRows(header, areLines: first == .lines)
        for source in group.sources {
            try readers[source].forEach(findsLarge: true) { (batch) throws(InferenceError) in
                pass.read(batch, at: group.root)
            }
        }
        pass.rows = nil
    }

    /// Reads the values at the final nodes.
    private func values(
        _ plan: ProfilePlan, _ groups: SourceGrouping, _ readers: [DocumentReader], hitLimit: Bool
    ) throws(InferenceError) -> PayloadProfile {
        var pass = ValuePass(plan, sources: readers.count)
        pass.sampler = groups.sampler
        var profile = PayloadProfile()
        for (index, group) in groups.items.enumerated() {
            var summaries: [SourceSummary] = []
            pass.rows = plan.rowColumns(group.header, at: plan.roots[index])
            for source in group.sources {
                let reader = readers[source]
                pass.source = UInt32(source)
                pass.document = 0
                pass.records = 0
                let malformed = try reader.forEach { (batch) throws(InferenceError) in
                    pass.read(batch, at: plan.roots[index])
                }
                profile.limits += [malformed.text].compactMap(\.self)
                summaries.append(
                    SourceSummary(
                        name: reader.name, format: reader.format.rawValue, bytes: reader.size,
                        documents: Int(pass.document), objects: pass.records, group: group.name))
            }
            profile.groups.append(
                SourceGroup(
                    name: group.name, root: plan.roots[index], sources: summaries,
                    rows: group.header?.columns.map { String(decoding: $0, as: UTF8.self) }))
        }
        pass.fill(&profile, plan, readers)
        if pass.duplicates > 0 {
            profile.limits.append(
                TextLines.count(pass.duplicates, "member") + " with a key that their object has "
                    + "twice: the last value counts")
        }
        if hitLimit {
            profile.limits.append(
                "more than \(options.limits.nodes) places: deeper ones are kept as dictionaries")
        }
        return profile
    }
}

extension ShapePass {
    /// Reads the documents of a batch that are not left out of the sample.
    mutating func read(_ batch: DocumentBatch, at root: SchemaNodeID) {
        let tape = batch.tape
        let documentSampler = batch.isLines ? sampler : nil
        let arraySampler = batch.isLines ? nil : sampler
        sampler = arraySampler
        var lines = documentSampler
        ByteScanner.scan(tape.bytes) { scanner in
            batch.forEachDocument { position in
                guard lines?.takesNext() ?? true else { return }
                read(position, at: root, key: nil, in: batch.piece.top, tape, scanner)
            }
        }
        sampler = batch.isLines ? lines : sampler
    }
}

extension ValuePass {
    /// Reads the documents of a batch that are not left out of the sample.
    mutating func read(_ batch: DocumentBatch, at root: SchemaNodeID) {
        let tape = batch.tape
        guard batch.isLines else {
            read(piece: batch.piece, at: root, tape)
            if batch.piece.unfinished == 0 { document += 1 }
            return
        }
        var lines = sampler
        sampler = nil
        batch.forEachDocument { position in
            defer { document += 1 }
            guard lines?.takesNext() ?? true else { return }
            read(document: position, at: root, tape)
        }
        sampler = lines
    }

    /// Adds the nodes and their statistics to a profile.
    mutating func fill(
        _ profile: inout PayloadProfile, _ plan: ProfilePlan, _ readers: [DocumentReader]
    ) {
        let origins = OriginText(tree: tree, readers: readers)
        for nodeID in tree.nodes.nodeIDs {
            let node = tree.nodes[nodeID]
            let step: SchemaStep =
                switch node.step {
                case .document: .document
                case .element: .element
                case .entry: .entry
                case .member: .member(String(decoding: tree.key(of: nodeID), as: UTF8.self))
                }
            var result = NodeProfile(step: step, parent: node.parent)
            result.children =
                [node.element, node.entry].compactMap(\.self) + tree.members(of: nodeID)
            result.map = plan.decisions[nodeID]
            let state = states[nodeID]
            // The sample of the state is released before the next one is made.
            states[nodeID] = NodeState(capacity: 0)
            state.fill(&result)
            result.keys = state.keys.map { keys[$0].result }
            let isSingleUnique = state.tables.contains {
                tables[$0].isStrong && tables[$0].isUnique && tables[$0].missing == 0
            }
            for table in state.tables {
                // A compound key is only needed if no single key is unique.
                if tables[table].columns.count > 1, isSingleUnique { continue }
                result.candidates.append(
                    tables[table].result { origins.text($0, nodeID) })
            }
            result.variants = state.variants.map {
                variants[$0].result(candidates: result.candidates.count)
            }
            profile.nodes.append(result)
        }
    }
}
