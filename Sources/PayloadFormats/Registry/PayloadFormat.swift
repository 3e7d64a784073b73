public import MercatorPayload

/// A payload format: JSON, forms, property lists, XML, or a custom format.
///
/// All formats produce a ``PayloadDocument``, so mappings do not depend on the format of a server.
/// ``PayloadLimits`` apply to every format.
///
/// ```swift
/// let document = try PayloadFormat.form.document(from: Array("id=7&tags[]=a&tags[]=b".utf8))
/// document.root["tags"]?[1]?.string   // "b"
/// ```
///
/// A custom format consists of two closures; its name is its identity.
///
/// ```swift
/// let reversed = PayloadFormat(name: "reversed JSON", mimeTypes: ["application/x-reversed"]) {
///     try PayloadDocument(parsing: $0.reversed(), options: $1)
/// }
/// ```
public struct PayloadFormat: Sendable {
    /// A closure that parses bytes.
    public typealias Reader = @Sendable ([UInt8], PayloadOptions) throws -> PayloadDocument
    /// A closure that writes a document.
    public typealias Writer = @Sendable (PayloadDocument) throws -> [UInt8]

    /// The name in messages; formats with the same name are equal.
    public let name: String
    /// The MIME types of the format in a registry.
    ///
    /// The first is the preferred type for requests.
    public let mimeTypes: [MIMETypePattern]
    /// The path extensions under which a registry finds the format, without a leading point.
    public let pathExtensions: [String]
    private let reader: Reader
    private let writer: Writer?

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - name: The name in messages, which identifies the format.
    ///   - mimeTypes: The MIME types of the format, the preferred type first.
    ///   - pathExtensions: The path extensions of the format, without a leading point.
    ///   - writer: A closure that writes documents, or `nil` for a read-only format.
    ///   - reader: A closure that parses bytes.
    public init(
        name: String, mimeTypes: [MIMETypePattern], pathExtensions: [String] = [],
        writer: Writer? = nil, reader: @escaping Reader
    ) {
        self.name = name
        self.mimeTypes = mimeTypes
        self.pathExtensions = pathExtensions
        self.reader = reader
        self.writer = writer
    }

    /// Indicates whether the format can write documents.
    public var canWrite: Bool { writer != nil }

    /// Parses a payload.
    ///
    /// - Parameters:
    ///   - bytes: The payload.
    ///   - options: The tolerated deviations, and the size limits.
    /// - Returns: The contents of the payload, independent of the format.
    /// - Throws: ``PayloadError`` if one of its codes applies, as for limits; otherwise
    ///   ``PayloadFormatError``; for custom formats, also errors of their closures.
    public func document(
        from bytes: [UInt8], options: PayloadOptions = PayloadOptions()
    ) throws -> PayloadDocument {
        try reader(bytes, options)
    }

    /// Writes a document.
    ///
    /// - Parameter document: The document.
    /// - Returns: The payload.
    /// - Throws: ``PayloadFormatError`` with code `writingNotSupported`, or with
    ///   `unwritableValue` for a value that the format cannot represent; for custom formats, also
    ///   errors of their closures.
    public func bytes(from document: PayloadDocument) throws -> [UInt8] {
        guard let writer else {
            throw PayloadFormatError(
                .writingNotSupported, expected: "a format that can be written", found: name,
                advice: "send another format, such as JSON")
        }
        return try writer(document)
    }
}

extension PayloadFormat: Hashable, CustomStringConvertible {
    /// Compares formats by name.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The name.
    public var description: String { name }
}
