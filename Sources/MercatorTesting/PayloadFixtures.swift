public import Foundation
public import Payload

/// Payloads that lie in files beside the tests.
///
/// ```swift
/// let fixtures = PayloadFixtures(bundle: .module, subdirectory: "Fixtures")
/// let payload = try fixtures.document("articles.json")
/// ```
///
/// Nothing is registered anywhere: a value of this type is made where it is needed.
public struct PayloadFixtures: Sendable {
    /// Where the files are.
    public let directory: URL

    /// Looks for files in a directory.
    ///
    /// - Parameter directory: The directory; whether it is there shows when a file is asked for.
    public init(directory: URL) {
        self.directory = directory
    }

    /// Looks for files in the resources of a bundle.
    ///
    /// - Parameters:
    ///   - bundle: The bundle, such as `Bundle.module`.
    ///   - subdirectory: The directory in it, if there is one.
    public init(bundle: Bundle, subdirectory: String? = nil) {
        let resources = bundle.resourceURL ?? bundle.bundleURL
        directory = subdirectory.map { resources.appendingPathComponent($0) } ?? resources
    }

    /// The names of the files, in alphabetical order.
    ///
    /// - Throws: ``PayloadFixtureError`` if there is no such directory.
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

    /// The bytes of a file.
    ///
    /// - Parameter name: The name, with its extension.
    /// - Returns: Everything in it.
    /// - Throws: ``PayloadFixtureError`` if there is no such file, with the names of those there are.
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

    /// The text of a file.
    ///
    /// - Parameter name: The name, with its extension.
    /// - Returns: Everything in it.
    /// - Throws: ``PayloadFixtureError`` if there is no such file, or it is not UTF-8.
    public func text(_ name: String) throws(PayloadFixtureError) -> String {
        guard let text = String(validating: try bytes(name), as: UTF8.self) else {
            throw PayloadFixtureError(.notText, "'\(name)' is not UTF-8")
        }
        return text
    }

    /// The payload in a file of JSON.
    ///
    /// - Parameters:
    ///   - name: The name, with its extension.
    ///   - options: What is tolerated and how large things may be.
    /// - Returns: The payload.
    /// - Throws: ``PayloadFixtureError`` if there is no such file, or it is not JSON; it says where.
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

/// A fixture could not be had.
public struct PayloadFixtureError: Error, Sendable, CustomStringConvertible {
    /// What kind of failure it is.
    public let code: Code
    /// What was looked for, what is there, and what to do.
    public let message: String
    /// What was wrong below, such as the `PayloadError`.
    public let cause: (any Error)?

    /// The kinds of failure; further ones may come.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        /// A short name of the kind.
        public let description: String

        /// The directory is not there.
        public static let missingDirectory = Code(description: "missingDirectory")
        /// The file is not there.
        public static let missingFile = Code(description: "missingFile")
        /// The file cannot be read.
        public static let unreadable = Code(description: "unreadable")
        /// The file is not UTF-8.
        public static let notText = Code(description: "notText")
        /// The file is no JSON.
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
