public import EntityMapper
import MercatorPayload
import ObjectGraph

/// Reading of mapping files.
extension MappingFile {
    /// Reads a mapping file, and checks its model and its mappings.
    ///
    /// ```swift
    /// let file = try MappingFile(parsing: text)
    /// let result = try MappingOperation(file.plan()).run(payload, in: container)
    /// ```
    ///
    /// - Parameters:
    ///   - text: The text of the file.
    ///   - transforms: The custom transforms that the file may name.
    /// - Throws: ``MappingFileError`` with every problem: unknown members, duplicate or unresolved
    ///   names, values of unexpected kinds, and anything that a model or plan rejects. Each has its
    ///   line and the nearest spelling. Newer versions are rejected.
    /// - Complexity: O(*n*) in the length of the text.
    public init(
        parsing text: String, transforms: [ValueTransform] = []
    ) throws(MappingFileError) {
        try self.init(parsing: Array(text.utf8), transforms: transforms)
    }

    /// Reads a mapping file from UTF-8 bytes, as ``init(parsing:transforms:)-(String,_)`` does.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the file.
    ///   - transforms: The custom transforms that the file may name.
    /// - Throws: ``MappingFileError`` with every problem.
    public init(
        parsing bytes: [UInt8], transforms: [ValueTransform] = []
    ) throws(MappingFileError) {
        try self.init(parsing: bytes, transforms: transforms, validates: true)
    }

    /// Reads a mapping file without checking its model and its mappings unless `validates` is true.
    package init(
        parsing bytes: [UInt8], transforms: [ValueTransform] = [], validates: Bool
    ) throws(MappingFileError) {
        guard bytes.contains(where: { ![9, 10, 13, 32].contains($0) }) else {
            throw MappingFileError(problems: [
                .init(
                    .syntax, line: 1, column: 1, subject: "",
                    message: "the file is empty; it begins with "
                        + "\"mercator\": {\"mapping\": \(Self.version)}")
            ])
        }
        let document: PayloadDocument
        do throws(PayloadError) {
            document = try PayloadDocument(parsing: bytes, options: Self.payloadOptions)
        } catch {
            throw MappingFileError(problems: [
                .init(
                    .syntax, line: error.line, column: error.column, subject: "",
                    message: "the text is not readable JSON: \(Self.text(error))")
            ])
        }
        try self.init(
            document, FileReader(transforms: transforms), hasText: true, validates: validates)
    }

    /// Returns the text of an error, without advice about options, which a file has none of.
    private static func text(_ error: PayloadError) -> String {
        [", or set allowsTrailingComma", ", or let the last one win"].reduce("\(error)") {
            $0.hasSuffix($1) ? String($0.dropLast($1.count)) : $0
        }
    }

    /// Reads the members of a document.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - reader: The state of reading.
    ///   - hasText: Whether problems give lines.
    ///   - validates: Whether the model and the mappings are checked.
    /// - Throws: ``MappingFileError`` with every problem.
    init(
        _ document: PayloadDocument, _ reader: FileReader, hasText: Bool, validates: Bool
    ) throws(MappingFileError) {
        var reader = reader
        reader.note("", at: document.root)
        var entry = FileEntry()
        let isKnown = Self.checkVersion(of: document.root, &reader)
        if isKnown { Self.fields.read(document.root, into: &entry, &reader) }
        var resolution = FileResolution(entry, reader)
        var file = MappingFile(entities: [], mappings: MappingSet())
        if isKnown { file = resolution.file() }
        reader = resolution.reader
        if isKnown, validates {
            var validation = FileValidation(file, reader)
            validation.run()
            reader = validation.reader
        }
        guard reader.findings.isEmpty else {
            throw MappingFileError(problems: reader.problems(hasText: hasText))
        }
        self = file
    }

    /// The members of a file, with its version.
    private static let fields: [Field<FileEntry>] =
        [
            Field(key: "mercator") { _, _ in
                nil
            } read: { _, _, _ in
            }
        ] + FileEntry.fields

    /// Reports a document that is not a mapping file, or has an unsupported version.
    private static func checkVersion(
        of root: PayloadValue, _ reader: inout FileReader
    ) -> Bool {
        guard root.kind == .object, let mark = root["mercator"], mark.kind == .object else {
            reader.report(
                .version, at: root,
                "this is no mapping file, which begins with \"mercator\": {\"mapping\": \(version)}"
            )
            return false
        }
        for member in reader.members(of: mark) where member.key != "mapping" {
            reader.unknown(member.key, at: member.name, among: ["mapping"])
        }
        guard let number = mark["mapping"]?.int64, number > 0 else {
            reader.report(
                .version, at: mark["mapping"] ?? mark, "expected the version of the form, 'mapping'"
            )
            return false
        }
        guard number <= Int64(version) else {
            reader.report(
                .version, at: mark["mapping"],
                "the file has version \(number), and this release reads versions up to \(version); "
                    + "read it with a newer release")
            return false
        }
        return true
    }
}
