package import EntityMapper
import MercatorPayload

extension ValueTransform {
    /// Parses a transform in the notation of mapping files or of the command line.
    ///
    /// ```swift
    /// try ValueTransform(notation: "isoDay")
    /// try ValueTransform(notation: "date(dd.MM.yyyy)")
    /// try ValueTransform(notation: #"{"date": "dd.MM.yyyy", "offset": 3600}"#)
    /// ```
    ///
    /// - Parameter text: A name, a name with its text in parentheses, or JSON.
    /// - Throws: ``MappingFileError`` with the nearest name.
    package init(notation text: String) throws(MappingFileError) {
        var reader = FileReader(transforms: [])
        reader.subject = text
        guard let document = Self.document(text) else {
            throw MappingFileError(problems: [
                .init(.syntax, subject: text, message: "the text is not JSON")
            ])
        }
        guard let transform = Coding.transform.read(document.root, &reader),
            reader.findings.isEmpty
        else {
            throw MappingFileError(
                problems: reader.findings.map {
                    MappingFileError.Problem(
                        $0.code, subject: $0.subject, message: $0.message)
                })
        }
        self = transform
    }

    private static func document(_ text: String) -> PayloadDocument? {
        if text.hasPrefix("{") { return try? PayloadDocument(parsing: text) }
        var node = PayloadNode.string(text)
        if text.hasSuffix(")"), let open = text.firstIndex(of: "(") {
            let argument = text[text.index(after: open)...].dropLast()
            node = .tagged(String(text[..<open]), .string(String(argument)))
        }
        return try? PayloadDocument(writing: node)
    }
}
