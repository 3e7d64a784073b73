import MercatorPayload

/// The division of sources into groups whose top-level values look alike.
struct SourceGrouping {
    struct Item {
        let name: String
        /// The indices of the sources.
        var sources: [Int]
        /// The node of the documents.
        var root = SchemaNodeID(0)
        /// The header of the records, if they are rows that have one.
        var header: RowHeader?
    }

    var items: [Item]
    let sampler: RecordSampler?

    /// Groups sources by the shapes of their documents.
    ///
    /// The sources with the most members come first, and the others join the most similar group, so
    /// the order of sources has no effect.
    static func groups(
        _ readers: [DocumentReader], _ options: PayloadProfiler.Options
    ) throws(InferenceError) -> SourceGrouping {
        guard readers.count > 1 || options.sample != nil else {
            return SourceGrouping(
                items: [Item(name: GroupName.name(of: readers), sources: [0])],
                sampler: nil)
        }
        var outlines: [SourceOutline] = []
        var records = 0
        for reader in readers {
            var outline = SourceOutline()
            try reader.forEach { (batch) throws(InferenceError) in
                batch.forEachDocument {
                    outline.add($0, batch.tape, batch.piece, isLine: batch.isLines)
                }
            }
            records += outline.records
            outlines.append(outline)
        }
        let items = groups(of: outlines, named: readers.map(\.name)).map { sources in
            Item(name: GroupName.name(of: sources.map { readers[$0] }), sources: sources)
        }
        return SourceGrouping(
            items: GroupName.distinct(items),
            sampler: options.sample.map { RecordSampler($0, of: records) })
    }

    private static func groups(
        of outlines: [SourceOutline], named names: [String]
    ) -> [[Int]] {
        let nouns = names.map(FileNoun.init)
        let order = outlines.indices.sorted { left, right in
            (outlines[right].size, left) < (outlines[left].size, right)
        }
        var groups: [[Int]] = []
        var known: [Known: Int] = [:]
        for source in order {
            let key = Known(outline: outlines[source], noun: nouns[source])
            if let group = known[key] {
                groups[group].append(source)
                continue
            }
            var best: (group: Int, similarity: Double)?
            for (index, group) in groups.enumerated() {
                let first = outlines[group[0]]
                let similarity = first.similarity(to: outlines[source])
                let areTables =
                    first.isCollection && outlines[source].isCollection
                    && nouns[group[0]].isApart(from: nouns[source])
                // Pages of one kind have the same members; tables of two kinds may share most.
                let isSame = similarity >= Threshold.nearlyAll && outlines[source].size >= 5
                if similarity >= Threshold.half, similarity > best?.similarity ?? 0,
                    !areTables || isSame
                {
                    best = (index, similarity)
                }
            }
            if let best {
                groups[best.group].append(source)
            } else {
                groups.append([source])
            }
            known[key] = best?.group ?? groups.count - 1
        }
        return groups.map { $0.sorted() }.sorted { $0[0] < $1[0] }
    }

    /// The properties of a source that decide on its group.
    private struct Known: Hashable {
        let outline: SourceOutline
        let noun: FileNoun
    }
}
