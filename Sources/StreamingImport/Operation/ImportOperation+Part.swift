import EntityMapper
import MercatorPayload

/// Parts of a file of lines.
extension ImportOperation {
    /// Finds the lines of the requested part; the whole source by default.
    ///
    /// The preceding bytes are read once, without mapping, so that record positions and issues
    /// refer to the whole source.
    ///
    /// - Throws: ``ImportError`` with code `indivisible`.
    /// - Complexity: O(bytes before the part).
    func part(of file: SourceFile?) throws(ImportError) -> SourcePart {
        guard let part = options.part else { return SourcePart() }
        guard let file, let size = file.size, format == .lines else {
            throw ImportError(
                .indivisible,
                "expected a file of lines to read part \(part) of it, found "
                    + (format == .lines ? "a sequence" : "the format \(format)")
                    + "; write its records as lines to a file, or import it as a whole")
        }
        let range = part.range(of: size)
        var found = SourcePart(
            start: try file.startOfLine(from: range.lowerBound),
            end: try file.startOfLine(from: range.upperBound))
        if countsRoots && plan.readsMetadata || rows?.header != nil {
            try count(before: &found, file)
        } else {
            try scan(before: &found, file)
        }
        return found
    }

    /// Counts lines and records without parsing them.
    private func scan(before part: inout SourcePart, _ file: SourceFile) throws(ImportError) {
        let mark = try file.bytes(at: 0, count: Byte.byteOrderMark.count)
        var chunks = FileChunks(
            file, from: mark == Byte.byteOrderMark ? mark.count : 0, to: part.start)
        var scan = LineScan()
        while let chunk = try chunks.nextChunk() { scan.read(chunk) }
        (part.line, part.records) = (scan.lines + 1, scan.records)
    }

    /// Counts the records of an import of everything before the part.
    private func count(before part: inout SourcePart, _ file: SourceFile) throws(ImportError) {
        guard part.start > 0 else { return }
        var counting = self
        counting.options.mapping.failurePolicy = .skipValue
        var reader = counting.makeReader()
        var chunks = FileChunks(file, from: 0, to: part.start)
        while true {
            switch try reader.step() {
            case .needsBytes: try reader.feed(try chunks.nextChunk())
            case .end: return
            case .batch(let read):
                let batch = counting.counted(read)
                (part.line, part.records) = (batch.progress.position.line, batch.progress.records)
                guard !batch.rootRecords.isEmpty else { continue }
                part.rootRecords =
                    part.rootRecords.isEmpty
                    ? batch.rootRecords : zip(part.rootRecords, batch.rootRecords).map(+)
            }
        }
    }

    /// Returns the import with record positions offset by the records before a part.
    func positioned(behind part: SourcePart) -> ImportOperation {
        var copy = self
        for (root, count) in zip(plan.mappings.roots, part.rootRecords) {
            copy.firstPositions[root.mapping, default: 0] += count
        }
        return copy
    }
}

extension SourceFile {
    /// Returns the offset of the first line at or after an offset; the size if there is none.
    func startOfLine(from offset: Int) throws(ImportError) -> Int {
        guard offset > 0 else { return 0 }
        // A line begins after the preceding line feed.
        var chunks = FileChunks(self, from: offset - 1)
        var position = offset - 1
        while let chunk = try chunks.nextChunk() {
            if let feed = chunk.firstIndex(of: Byte.lineFeed) { return position + feed + 1 }
            position += chunk.count
        }
        return position
    }
}

extension ImportOptions {
    /// The name of the checkpoint of the part; `nil` if none is requested.
    var checkpointName: String? {
        guard let part else { return checkpoint }
        return checkpoint.map { "\($0) part \(part)" }
    }
}
