import EntityMapper
import MercatorPayload

/// The serialised form of a checkpoint: one JSON object.
extension ImportCheckpoint {
    private static let version = 1

    var text: String {
        var members: [PayloadNode.Member] = [
            .init("version", Self.version), .init("format", .string(format)),
            .init("records", records), .init("malformed", malformedRecords),
            .init("batches", batches), .init("issues", issueCount),
            .init("offset", source.position.offset), .init("line", source.position.line),
            .init("column", source.position.column), .init("finished", .boolean(isFinished)),
            .init("head", Self.node(source.head)),
            .init(
                "counts",
                .object(
                    counts.sorted { $0.key < $1.key }.map {
                        .init($0.key, .array($0.value.numbers.map { .number("\($0)") }))
                    })),
        ]
        if !rootRecords.isEmpty {
            members.append(.init("roots", .array(rootRecords.map { .number("\($0)") })))
        }
        if !origin.isEmpty {
            members.append(
                .init(
                    "origin",
                    .object(
                        origin.sorted { $0.key < $1.key }.map { .init($0.key, .string($0.value)) }))
            )
        }
        if let digest = source.digest { members.append(.init("digest", .string(digest.text))) }
        if let last = source.last { members.append(.init("last", Self.node(last))) }
        return String(decoding: PayloadNode.object(members).jsonBytes(), as: UTF8.self)
    }

    private static func node(_ fingerprint: Fingerprint) -> PayloadNode {
        .object([
            .init("offset", fingerprint.offset), .init("count", fingerprint.count),
            .init("hash", .string(fingerprint.hash)),
        ])
    }

    /// Parses the serialised form.
    ///
    /// - Throws: ``ImportError`` with code `invalidCheckpoint`.
    init(name: String, text: String) throws(ImportError) {
        let unreadable = ImportError(
            .invalidCheckpoint,
            "the checkpoint '\(name)' cannot be read: it was written by another version of "
                + "Mercator; remove it, or set startsOver")
        guard let root = try? PayloadDocument(parsing: text).root,
            root["version"]?.int64 == Int64(Self.version), let format = root["format"]?.string,
            let isFinished = root["finished"]?.bool,
            let head = root["head"].flatMap(Fingerprint.init)
        else { throw unreadable }
        func number(_ key: String) throws(ImportError) -> Int {
            guard let number = root[key]?.int64.flatMap({ Int(exactly: $0) }), number >= 0 else {
                throw unreadable
            }
            return number
        }
        self.init(name: name, format: format)
        records = try number("records")
        malformedRecords = try number("malformed")
        batches = try number("batches")
        issueCount = try number("issues")
        byteOffset = try number("offset")
        rootRecords = root["roots"]?.elements.compactMap { $0.int64.map(Int.init) } ?? []
        for (key, value) in root["origin"].map({ Array($0.members) }) ?? [] {
            origin[key] = value.string
        }
        self.isFinished = isFinished
        source = SourceProgress(
            records: records,
            position: SourcePosition(
                offset: byteOffset, line: try number("line"), column: try number("column")),
            head: head, last: root["last"].flatMap(Fingerprint.init),
            digest: root["digest"]?.string.flatMap {
                SourceDigest(text: $0, count: byteOffset)
            }, isFinished: isFinished)
        for (entity, value) in root["counts"].map({ Array($0.members) }) ?? [] {
            guard let counts = MappingCounts(value.elements.compactMap(\.int64)) else {
                throw unreadable
            }
            self.counts[entity] = counts
        }
    }
}

extension PayloadNode.Member {
    fileprivate init(_ key: String, _ number: Int) {
        self.init(key, .number("\(number)"))
    }
}

extension Fingerprint {
    fileprivate init?(_ value: PayloadValue) {
        guard let offset = value["offset"]?.int64, let count = value["count"]?.int64,
            let hash = value["hash"]?.string, offset >= 0, (0...Int64(Self.longest)).contains(count)
        else { return nil }
        self.init(offset: Int(offset), count: Int(count), hash: hash)
    }
}

extension MappingCounts {
    /// The counts in serialisation order.
    fileprivate var numbers: [Int] {
        [
            inserted, updated, unchanged, deleted, connected, unresolved, failed, repeated,
            disallowed, unidentified, cleared,
        ]
    }

    fileprivate init?(_ numbers: [Int64]) {
        // Older checkpoints lack the last three counts.
        guard [8, 10, 11].contains(numbers.count) else { return nil }
        let numbers = (numbers + [0, 0, 0]).map { Int($0) }
        self.init()
        (inserted, updated, unchanged, deleted) = (numbers[0], numbers[1], numbers[2], numbers[3])
        (connected, unresolved, failed, repeated) = (
            numbers[4], numbers[5], numbers[6], numbers[7]
        )
        (disallowed, unidentified, cleared) = (numbers[8], numbers[9], numbers[10])
    }
}
