import MappingInference
import Mercator

/// The division of payloads among the parts of an import, which depends on their names and sizes
/// alone.
///
/// A file of lines that is larger than the share of a part is cut, so that every part has some of
/// its lines. Every other file belongs to one part.
struct PayloadDivision {
    static let option = CommandSyntax.Option(
        name: "--shard", valueName: "K/N", earlierName: "--part", isEarlierValue: isNumbers,
        help: "Import the K-th of N shards of the payloads; other processes import the rest.")

    let part: ImportPart
    private let files: [PayloadFile]
    /// The lines of each payload that this part imports, by name.
    private let shares: [String: ImportPart]

    /// Tests for two numbers and a slash, which cannot be a path.
    private static func isNumbers(_ text: String) -> Bool {
        text.contains("/") && text.utf8.allSatisfy { $0 == 0x2F || 0x30...0x39 ~= $0 }
    }

    /// Reads the option; `nil` if it is absent.
    ///
    /// - Throws: ``CommandError`` if the value is malformed, or if the standard input is to be cut.
    static func part(_ arguments: Arguments) throws(CommandError) -> ImportPart? {
        guard let text = arguments.value(of: option.name) else { return nil }
        guard let part = ImportPart(text) else {
            throw CommandError(
                "--shard expects a number and their count, such as 3/8, found '\(text)'",
                status: .usage)
        }
        guard !arguments.operands(PayloadFiles.operand.name).contains("-") else {
            throw CommandError(
                "the standard input cannot be cut into shards; write it to a file of lines",
                status: .usage)
        }
        return part
    }

    /// Divides payloads.
    ///
    /// - Throws: ``CommandError`` if there is one payload, which cannot be cut.
    init(_ files: [PayloadFile], _ part: ImportPart) throws {
        self.files = files
        self.part = part
        let sizes = try files.map { try InputFile(path: $0.path).size() }
        let total = sizes.reduce(0, +)
        var shares: [String: ImportPart] = [:]
        var whole: [(name: String, size: Int)] = []
        for (file, size) in zip(files, sizes) {
            if size > total / part.count, part.count > 1 {
                let format = try file.source.format()
                if format == "lines" {
                    shares[file.name] = part
                    continue
                }
                if files.count == 1 { throw Self.indivisible(file, format) }
            }
            whole.append((file.name, size))
        }
        // The largest first, each to the part that has least.
        whole.sort { ($1.size, $0.name) < ($0.size, $1.name) }
        var loads = [Int](repeating: 0, count: part.count)
        for (name, size) in whole {
            let index = loads.indices.min { loads[$0] < loads[$1] } ?? 0
            loads[index] += size
            if index == part.number - 1 { shares[name] = ImportPart(1, of: 1) }
        }
        self.shares = shares
    }

    private static func indivisible(_ file: PayloadFile, _ format: String) -> CommandError {
        let kinds = [
            "json": "JSON", "xml": "XML", "plist": "a property list", "form": "a form",
            "csv": "a table", "tsv": "a table",
        ]
        let advice =
            format == "json"
            ? "write its records as lines (jq -c '.[]' FILE > FILE.ndjson)"
            : "divide it into several files"
        return CommandError(
            "'\(file.name)' is one document (\(kinds[format] ?? format)), which cannot be cut into "
                + "shards; \(advice), or import it without --shard")
    }

    /// Returns the lines of a payload that this part imports; `nil` for payloads of other parts.
    ///
    /// A payload imported as a whole is part 1/1.
    func share(of file: PayloadFile) -> ImportPart? { shares[file.name] }

    /// Returns the operations of a mapping's targets, in their order.
    func operations(
        _ targets: [ImportTarget], _ options: ImportOptions
    ) throws -> [(target: ImportTarget, operation: DocumentImport)] {
        try targets.compactMap { target in
            guard let share = share(of: target.file) else { return nil }
            var options = options
            // Files of other formats have a checkpoint without a part.
            options.part = target.format == "lines" ? share : nil
            return (target, try target.operation(options))
        }
    }

    /// Tests whether a store has all parts.
    ///
    /// - Complexity: O(files × parts).
    func isComplete(
        _ targets: [ImportTarget], _ options: ImportOptions, in container: PersistentContainer
    ) throws -> Bool {
        for number in 1...part.count {
            let other = try PayloadDivision(files, ImportPart(number, of: part.count))
            for (target, operation) in try other.operations(targets, options) {
                let checkpoints = try operation.checkpoints(
                    ofFile: target.file.path, in: container)
                guard !checkpoints.isEmpty, checkpoints.allSatisfy(\.isFinished) else {
                    return false
                }
            }
        }
        return true
    }

    /// Returns a text that differs between other payloads, or other words about them.
    func identity(_ words: [String]) throws -> String {
        var digest = SourceDigest()
        for file in files.sorted(by: { $0.name < $1.name }) {
            let size = try InputFile(path: file.path).size()
            digest.add(Array("\(file.name)\0\(size)\0".utf8)[...])
            digest.add(try SourceFile(file.path).bytes(at: 0, count: 4096)[...])
        }
        for word in words { digest.add(Array("\0\(word)".utf8)[...]) }
        return digest.text
    }
}
