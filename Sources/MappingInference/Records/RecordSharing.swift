/// Divides records at one place that stand for objects of several entities: links to shared
/// objects (I4), kinds told apart by a discriminator (E5) and references by URL (E6).
struct RecordSharing {
    let tree: PlaceTree
    let finder: IdentityFinder
    let options: InferenceOptions

    /// Divides the last record that was added, whose index is given.
    func divide(_ index: Int, _ records: inout [Record], _ log: inout DecisionLog) {
        if let collections = finder.referenceCollections(of: records[index].place) {
            return divide(index, among: collections, &records, &log)
        }
        if let variants = variants(of: records[index]) {
            return divide(index, among: variants, &records, &log)
        }
        if case .link(let own)? = records[index].identity.best?.fit {
            return divideLink(index, own: own, &records, &log)
        }
        guard options.corrections.links.contains(where: { tree.matches(records[index].place, $0) }),
            let candidate = records[index].identity.candidates.first(where: {
                $0.table.present > $0.table.distinct && $0.paths.count == 1
            })
        else { return }
        let own = candidate.table.differing.indices.filter { candidate.table.differing[$0] > 0 }
        records[index].identity.best = candidate.asLink(own: own)
        divideLink(index, own: own, &records, &log)
    }

    // MARK: Links

    private func divideLink(
        _ index: Int, own: [Int], _ records: inout [Record], _ log: inout DecisionLog
    ) {
        let whole = records[index]
        let ownPlaces = Set(own.map { tree[whole.place].columns[$0] })
        let isOwn = { (path: [String]) in
            ownPlaces.contains { tree.keys(from: whole.place, to: $0) == path }
                || path.contains { IdentityFinder.isPosition($0) }
        }
        var link = whole
        var object = Record(place: link.place, owner: index, path: [], form: .single)
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
            "I4", tree.text(of: link.place), "is a link to a shared object",
            object.identity.best?.evidence ?? "", confidence: 0.8,
            override: "--part \(tree.text(of: link.place))")
        records[index] = link
        records.append(object)
        let objectIndex = records.count - 1
        for nested in records.indices where records[nested].owner == index && nested != objectIndex
        {
            guard !isOwn(records[nested].path) else { continue }
            records[nested].owner = objectIndex
        }
    }

    // MARK: References

    private func divide(
        _ index: Int, among collections: [String], _ records: inout [Record],
        _ log: inout DecisionLog
    ) {
        let whole = records[index]
        log.decide(
            "E6", tree.text(of: whole.place),
            "are references to \(collections.joined(separator: ", "))",
            "collections in their URLs", confidence: 0.9,
            override: "--part \(tree.text(of: whole.place))")
        records[index].share = .collection(collections[0])
        for collection in collections.dropFirst() {
            var other = whole
            other.share = .collection(collection)
            records.append(other)
        }
    }

    // MARK: Kinds

    /// A value of a discriminator with the columns of its records.
    struct Kind {
        let member: String
        let value: String
        let table: VariantTable.Variant
    }

    /// The kinds of a place, if their members differ (E5).
    private func variants(of record: Record) -> [Kind]? {
        let place = tree[record.place]
        let forced = options.corrections.splits.first { tree.matches(record.place, $0.place) }
        for table in place.variants {
            guard let member = tree.key(of: table.column), let variants = table.variants,
                variants.count > 1, forced == nil || forced?.member == member
            else { continue }
            let kinds = variants.sorted { $0.key < $1.key }.map {
                Kind(member: member, value: $0.key, table: $0.value)
            }
            if forced != nil { return kinds }
            if finder.isResource(record.place) { return kinds }
            guard record.identity.best?.isStrong == true,
                variants.values.allSatisfy({ $0.count >= 3 }), areApart(kinds, of: record)
            else { continue }
            return kinds
        }
        return nil
    }

    /// Tests whether the members of every two kinds differ, and their identities too.
    private func areApart(_ kinds: [Kind], of record: Record) -> Bool {
        let columns = tree[record.place].columns
        let shapes = kinds.map { kind in
            Set(
                columns.indices.filter {
                    kind.table.presence.indices.contains($0) && kind.table.presence[$0] > 0
                }
                .map { tree.text(of: columns[$0]) })
        }
        for left in kinds.indices {
            for right in kinds.indices where right > left {
                guard Similarity(shapes[left], shapes[right]).jaccard < 0.5 else { return false }
            }
        }
        let key = tree[record.place].candidates.firstIndex {
            $0.columns == record.identity.best?.places
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
        _ index: Int, among kinds: [Kind], _ records: inout [Record], _ log: inout DecisionLog
    ) {
        let whole = records[index]
        let nested = records.indices.filter { $0 > index && records[$0].owner == index }
        log.decide(
            "E5", tree.text(of: whole.place),
            "are of \(kinds.count) kinds by '\(kinds[0].member)'", "values of '\(kinds[0].member)'",
            confidence: 0.85, override: "--same for one entity")
        for (number, kind) in kinds.enumerated() {
            var record = whole
            record.share = .variant(member: kind.member, value: kind.value)
            record.columns = whole.columns.filter { isPresent($0.place, kind, in: whole) }
            let children = nested.filter { isPresent(records[$0].place, kind, in: whole) }
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
        for child in nested where !isPresent(records[child].place, kinds[0], in: whole) {
            records[child].isDetached = true
        }
    }

    /// Tests whether the records of a kind have a value in the column of a place.
    private func isPresent(_ place: PlaceIndex, _ kind: Kind, in record: Record) -> Bool {
        let columns = tree[record.place].columns
        var current: PlaceIndex? = place
        while let index = current, index != record.place {
            if let column = columns.firstIndex(of: index) {
                return kind.table.presence.indices.contains(column)
                    && kind.table.presence[column] > 0
            }
            current = tree[index].parent
        }
        return columns.indices.contains {
            kind.table.presence.indices.contains($0) && kind.table.presence[$0] > 0
                && tree.keys(from: place, to: columns[$0]) != nil
        }
    }
}
