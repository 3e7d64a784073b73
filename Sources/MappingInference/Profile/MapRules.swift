/// Distinguishes maps from records (M).
struct MapRules {
    var pass: ShapePass
    private(set) var decisions: [SchemaNodeID: MapDecision] = [:]
    let forced: ForcedShapes

    /// Decides on all nodes of a group, outermost first.
    ///
    /// The members of a map become entries before their descendants are decided on, so that all
    /// values count.
    mutating func decide(at root: SchemaNodeID) { decide(root, ForcedShapes.Path(forced)) }

    private mutating func decide(_ nodeID: SchemaNodeID, _ path: ForcedShapes.Path) {
        if pass.full.contains(nodeID) {
            decisions[nodeID] = MapDecision(
                rule: .limit, confidence: 1, evidence: "more places than the limit",
                isDictionary: true)
            return
        }
        if pass.shapes[nodeID].kinds.objects > 0, let decision = decision(on: nodeID, path) {
            if pass.tree.nodes[nodeID].entry == nil || pass.tree.nodes[nodeID].memberCount > 0 {
                pass.collapse(nodeID)
            }
            decisions[nodeID] = decision
        }
        let node = pass.tree.nodes[nodeID]
        for member in pass.tree.members(of: nodeID) {
            decide(member, path.member(pass.tree.key(of: member)))
        }
        if let element = node.element { decide(element, path.element()) }
        if let entry = node.entry { decide(entry, path.entry()) }
    }

    private mutating func decision(
        on node: SchemaNodeID, _ path: ForcedShapes.Path
    ) -> MapDecision? {
        let keys = keys(of: node)
        if path.isMap, keys.count > 0 {
            var decision = MapDecision(rule: .request, confidence: 1, evidence: "on request")
            decision.keyMember = keyMember(of: node, keys)
            return decision
        }
        guard !path.isRecord else { return nil }
        let decision = rule(at: node, keys)
        // Members of a node that was collapsed while reading are unknown.
        if decision == nil, pass.tree.nodes[node].entry != nil {
            return MapDecision(
                rule: .limit, confidence: 1, evidence: "\(keys.count) keys", isDictionary: true)
        }
        return decision
    }

    /// A summary of a node's keys, for the rules.
    private struct Keys {
        var count = 0
        /// The keys that have a value other than null.
        var valued = 0
        var objects = 0
        var mostFrequent = 0
        var areOdd = false
        var values = Shape()

        func isBelow(_ share: Double) -> Bool { Double(mostFrequent) < share * Double(objects) }
    }

    private func keys(of node: SchemaNodeID) -> Keys {
        var keys = Keys()
        keys.objects = pass.shapes[node].kinds.objects
        if let entry = pass.tree.nodes[node].entry, let tally = pass.tallies[node] {
            (keys.count, keys.mostFrequent) = (tally.distinct, tally.mostFrequent)
            keys.areOdd = tally.areOdd
            keys.valued = keys.count
            keys.values = pass.shapes[entry]
            return keys
        }
        let members = pass.tree.members(of: node)
        keys.count = members.count
        keys.areOdd = !members.isEmpty
        for member in members {
            keys.mostFrequent = max(keys.mostFrequent, pass.shapes[member].kinds.count)
            keys.areOdd = keys.areOdd && OddKey.matches(pass.tree.key(of: member))
            keys.values += pass.shapes[member]
            if pass.shapes[member].kinds.count > pass.shapes[member].kinds.nulls {
                keys.valued += 1
            }
        }
        return keys
    }

    /// Returns the first rule that fits.
    private func rule(at node: SchemaNodeID, _ keys: Keys) -> MapDecision? {
        let (count, objects) = (keys.count, keys.objects)
        let isEven = keys.values.kinds.alikeness >= Threshold.nearlyAll
        func map(_ rule: InferenceRule, _ confidence: Double, _ reason: String) -> MapDecision {
            MapDecision(
                rule: rule, confidence: confidence,
                evidence: "\(count) \(count == 1 ? "key" : "keys") in \(objects) "
                    + "\(objects == 1 ? "object" : "objects"), \(reason)")
        }
        if keys.areOdd, isEven {
            var decision = map(
                .dataAsKeys, 0.98, "all numbers, UUIDs, long hex numbers, dates or paths")
            decision.keyMember = keyMember(of: node, keys)
            return decision
        }
        let valued = keys.valued
        let isHuge = count > 500 && (objects == 1 || keys.isBelow(0.5))
        guard isEven, count >= 3 else {
            guard isHuge else { return nil }
            var decision = map(.manyKeys, 0.9, "values of several kinds")
            decision.isDictionary = true
            return decision
        }
        let isOfObjects =
            Double(keys.values.kinds.objects) >= Threshold.nearlyAll
            * Double(keys.values.kinds.count - keys.values.kinds.nulls)
        let inner = InnerShape(of: node, pass)
        if isOfObjects || inner.isOfLists && !areTables(node) {
            let leastDensity = 0.4
            if let member = inner.keyMember, inner.density >= leastDensity, inner.matchedKeys >= 3 {
                var decision = map(.repeatedKey, 0.97, "'\(member)' equals the key")
                decision.keyMember = member
                return decision
            }
            let isMany = valued >= 8 || valued >= 5 && objects >= 5 && keys.isBelow(0.5)
            if isMany, inner.isAlike, !inner.isOfLinks {
                return map(.alikeObjects, 0.85, "values alike")
            }
            if isOfObjects, inner.isOfOneVocabulary(count), !inner.isOfLinks {
                return map(.alikeObjects, 0.75, "values of one vocabulary")
            }
        } else if inner.isAlike,
            valued >= 10 && objects >= 5 && keys.isBelow(0.3)
                || valued >= 50 && keys.isBelow(0.5)
                || objects < 5 && valued >= 50 && pass.tree.nodes[node].step != .element
        {
            return map(.alikeScalars, 0.8, "values of one kind")
        }
        guard isHuge else { return nil }
        var decision = map(
            .manyKeys, 0.9, inner.isAlike ? "values alike" : "values of several shapes")
        decision.isDictionary = !inner.isAlike
        return decision
    }

    /// Returns the member that equals the key and identifies instead of it (M2), whether a rule or
    /// a correction made the map.
    private func keyMember(of node: SchemaNodeID, _ keys: Keys) -> String? {
        Double(keys.values.kinds.objects) >= Threshold.nearlyAll * Double(keys.values.kinds.count)
            ? InnerShape(of: node, pass).keyMember : nil
    }

    /// Tests whether most keys are plural nouns, as for the lists of a record.
    private func areTables(_ node: SchemaNodeID) -> Bool {
        let keys = pass.tree.members(of: node).map {
            String(decoding: pass.tree.key(of: $0), as: UTF8.self)
        }
        return 2 * keys.count(where: Noun.isPlural) > keys.count
    }
}
