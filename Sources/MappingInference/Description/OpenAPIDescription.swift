package import MercatorPayload

/// An OpenAPI 3 description of an API, in JSON.
///
/// ```swift
/// let description = try OpenAPIDescription(PayloadSource(path: "openapi.json"))
/// let inferred = try MappingInference().infer(description)
/// print(inferred.routes.map(\.path))   // ["/pet/{petId}", …]
/// ```
///
/// The schemas of responses to `GET` become entities. References are resolved inside the document;
/// a description in several files has to be bundled first, and one in YAML to be converted.
public struct OpenAPIDescription: Sendable {
    /// The name in messages: the file name.
    public let name: String
    /// The version of OpenAPI, such as `3.1.0`.
    public let version: String
    /// The size in bytes.
    public let size: Int
    package let document: PayloadDocument

    /// The format of the description in summaries of sources.
    package static let format = "openapi"

    /// Reads a description.
    ///
    /// - Parameter source: The file, or its bytes.
    /// - Throws: ``InferenceError`` if the source cannot be read, is no JSON, or is no description
    ///   in OpenAPI 3; the message names the path and the remedy.
    /// - Complexity: O(bytes).
    public init(_ source: PayloadSource) throws(InferenceError) {
        name = source.name
        let bytes = try SourceBytes(source).rest()
        size = bytes.count
        try Self.requireJSON(bytes, name)
        do {
            document = try PayloadDocument(parsing: bytes)
        } catch {
            throw InferenceError(
                .malformed, in: name, "\(error)", line: error.location.line,
                column: error.location.column)
        }
        version = try Self.version(of: document.root, name)
    }

    /// Rejects YAML, which begins with a key or a mark of a document.
    private static func requireJSON(_ bytes: [UInt8], _ name: String) throws(InferenceError) {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        let first = bytes[start...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
        guard let first else {
            throw InferenceError(.empty, in: name, "the description has no bytes")
        }
        guard first == UInt8(ascii: "{") else {
            throw InferenceError(
                .unsupportedFormat, in: name,
                "expected a description in JSON, which begins with '{'; convert YAML first, for "
                    + "example with: yq -o=json FILE.yaml > FILE.json")
        }
    }

    private static func version(
        of root: PayloadValue, _ name: String
    ) throws(InferenceError) -> String {
        if let old = root["swagger"]?.string {
            throw InferenceError(
                .unsupportedFormat, in: name,
                "swagger: expected a description in OpenAPI 3, found version \(old); convert it, "
                    + "for example with: swagger2openapi FILE")
        }
        guard let version = root["openapi"]?.string, version.hasPrefix("3.") else {
            let found = root["openapi"].map { ", found \($0)" } ?? ""
            throw InferenceError(
                .unsupportedFormat, in: name,
                "openapi: expected a version such as \"3.1.0\"\(found); is it a description?")
        }
        guard root["paths"]?.kind == .object else {
            throw InferenceError(
                .nothingToMap, in: name,
                "paths: expected an object with the routes of the API; without responses there is "
                    + "nothing to map")
        }
        return version
    }
}

extension OpenAPIDescription: CustomDebugStringConvertible, CustomReflectable {
    /// The name, the version and the size.
    public var debugDescription: String {
        "OpenAPIDescription(\(name), OpenAPI \(version), \(size) bytes)"
    }

    /// An empty mirror: the document may be large.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
