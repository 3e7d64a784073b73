public import Foundation
public import MercatorPayload

/// Payloads in files that accompany the tests.
///
/// ```swift
/// let fixtures = PayloadFixtures(bundle: .module, subdirectory: "Fixtures")
/// let payload = try fixtures.document("articles.json")
/// ```
///
/// There is no registration: create a value where it is needed.
public struct PayloadFixtures: Sendable {
    /// The directory of the files.
    public let directory: URL

    /// Creates fixtures in a directory.
    ///
    /// - Parameter directory: The directory; its existence is checked on access.
    public init(directory: URL) {
        self.directory = directory
    }

    /// Creates fixtures in the resources of a bundle.
    ///
    /// - Parameters:
    ///   - bundle: The bundle, such as `Bundle.module`.
    ///   - subdirectory: The directory in the bundle, if any.
    public init(bundle: Bundle, subdirectory: String? = nil) {
        let resources = bundle.resourceURL ?? bundle.bundleURL
        directory = subdirectory.map { resources.appendingPathComponent($0) } ?? resources
    }

    /// The names of the files, sorted.
    ///
    /// - Throws: ``PayloadFixtureError`` if the directory does not exist.
    public var names: [String] {
        get throws(PayloadFixtureError) {
            do {
                return try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
            } catch {
                throw PayloadFixtureError(
                    .missingDirectory,
                    "there is no directory '\(directory.path)'; is it among the target's resources?"
                )
            }
        }
    }

    /// Reads the bytes of a file.
    ///
    /// - Parameter name: The name including the path extension.
    /// - Returns: The contents.
    /// - Throws: ``PayloadFixtureError`` if the file does not exist, listing the names of existing
    ///   files.
    public func bytes(_ name: String) throws(PayloadFixtureError) -> [UInt8] {
        let file = directory.appendingPathComponent(name)
        guard !FileManager.default.fileExists(atPath: file.path) else { return try contents(file) }
        let names = try names
        let shown = names.prefix(20).joined(separator: ", ") + (names.count > 20 ? ", …" : "")
        throw PayloadFixtureError(
            .missingFile,
            "there is no '\(name)' in '\(directory.path)'; there is "
                + (names.isEmpty ? "nothing" : shown))
    }

    /// Reads the text of a file.
    ///
    /// - Parameter name: The name including the path extension.
    /// - Returns: The contents.
    /// - Throws: ``PayloadFixtureError`` if the file does not exist or is not valid UTF-8.
    public func text(_ name: String) throws(PayloadFixtureError) -> String {
        guard let text = String(validating: try bytes(name), as: UTF8.self) else {
            throw PayloadFixtureError(.notText, "'\(name)' is not UTF-8")
        }
        return text
    }

    /// Parses the payload in a JSON file.
    ///
    /// - Parameters:
    ///   - name: The name including the path extension.
    ///   - options: The tolerated deviations from RFC 8259, and the size limits.
    /// - Returns: The payload.
    /// - Throws: ``PayloadFixtureError`` if the file does not exist or is not valid JSON, with the
    ///   location of the fault.
    public func document(
        _ name: String, options: PayloadOptions = PayloadOptions()
    ) throws(PayloadFixtureError) -> PayloadDocument {
        let bytes = try bytes(name)
        do throws(PayloadError) {
            return try PayloadDocument(parsing: bytes, options: options)
        } catch {
            throw PayloadFixtureError(.notPayload, "'\(name)' is not JSON: \(error)", cause: error)
        }
    }

    private func contents(_ file: URL) throws(PayloadFixtureError) -> [UInt8] {
        do {
            return Array(try Data(contentsOf: file))
        } catch {
            throw PayloadFixtureError(
                .unreadable, "'\(file.path)' cannot be read: \(error.localizedDescription)",
                cause: error)
        }
    }
}

/// An error in reading a fixture.
public struct PayloadFixtureError: Error, Sendable, CustomStringConvertible {
    /// The kind of failure.
    public let code: Code
    /// The request, the finding, and advice.
    public let message: String
    /// The underlying error, such as a `PayloadError`.
    public let cause: (any Error)?

    /// The kinds of failures; further ones may be added.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// The name of the kind.
        public let description: String

        /// The directory does not exist.
        public static let missingDirectory = Code(description: "missingDirectory")
        /// The file does not exist.
        public static let missingFile = Code(description: "missingFile")
        /// The file cannot be read.
        public static let unreadable = Code(description: "unreadable")
        /// The file is not valid UTF-8.
        public static let notText = Code(description: "notText")
        /// The file is not valid JSON.
        public static let notPayload = Code(description: "notPayload")
    }

    init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// The code and the message.
    public var description: String { "\(code): \(message)" }
}

extension PayloadFixtureError: LocalizedError {
    /// The code and the message.
    public var errorDescription: String? { description }
}
