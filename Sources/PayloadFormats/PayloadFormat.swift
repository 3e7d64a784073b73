public import Payload

/// A way to write payloads as bytes: JSON, forms, property lists, XML, or one of your own.
///
/// Every format gives the same ``PayloadDocument``, so mappings need not know what a server
/// speaks. ``PayloadLimits`` hold in every format.
///
/// ```swift
/// let document = try PayloadFormat.form.document(from: Array("id=7&tags[]=a&tags[]=b".utf8))
/// document.root["tags"]?[1]?.string   // "b"
/// ```
///
/// A format of your own is two closures; its name is its identity.
///
/// ```swift
/// let reversed = PayloadFormat(name: "reversed JSON", mimeTypes: ["application/x-reversed"]) {
///     try PayloadDocument(parsing: $0.reversed(), options: $1)
/// }
/// ```
public struct PayloadFormat: Sendable {
    /// Reads bytes.
    public typealias Reader = @Sendable ([UInt8], PayloadOptions) throws -> PayloadDocument
    /// Writes a document.
    public typealias Writer = @Sendable (PayloadDocument) throws -> [UInt8]

    /// The name in messages; formats with the same name are the same format.
    public let name: String
    /// The types that a registry knows the format by; the first is what a request should say.
    public let mimeTypes: [MIMETypePattern]
    /// The path extensions that a registry knows the format by, without points.
    public let pathExtensions: [String]
    private let reader: Reader
    private let writer: Writer?

    /// Makes a format.
    ///
    /// - Parameters:
    ///   - name: The name in messages, and the identity.
    ///   - mimeTypes: The types it is known by, the preferred one first.
    ///   - pathExtensions: The path extensions it is known by, without points.
    ///   - writer: Writes a document, or `nil` where the format is only read.
    ///   - reader: Reads bytes.
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

    /// Whether documents can be written in this format.
    public var canWrite: Bool { writer != nil }

    /// Reads a payload.
    ///
    /// - Parameters:
    ///   - bytes: The payload.
    ///   - options: What is tolerated and how large things may be.
    /// - Returns: What the payload says, whatever the format.
    /// - Throws: ``PayloadError`` where one of its codes fits, as limits do; otherwise
    ///   ``PayloadFormatError``; and what the closures of other formats throw.
    public func document(
        from bytes: [UInt8], options: PayloadOptions = PayloadOptions()
    ) throws -> PayloadDocument {
        try reader(bytes, options)
    }

    /// Writes a document.
    ///
    /// - Parameter document: What to write.
    /// - Returns: The payload.
    /// - Throws: ``PayloadFormatError`` with code `writingNotSupported`, or with `unwritableValue`
    ///   where the format has no form for a value; and what the closures of other formats throw.
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
    /// Formats are equal when their names are.
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The name.
    public var description: String { name }
}
