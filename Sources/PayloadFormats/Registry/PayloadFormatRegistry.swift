/// A mapping from MIME types and path extensions to payload formats.
///
/// A registry is a value: there is no global instance, and copies are independent. It starts with
/// the built-in formats by default. An exact type takes precedence over a pattern, regardless of
/// the order; among equals, the most recent registration wins. (RestKit relied on the order of
/// registration.)
///
/// ```swift
/// var formats = PayloadFormatRegistry()
/// formats.register(.json, forMIMEType: "text/*")
/// let format = try formats.format(forMIMEType: "text/javascript; charset=utf-8")   // JSON
/// ```
public struct PayloadFormatRegistry: Sendable, Hashable {
    private struct TypeEntry: Hashable {
        let pattern: MIMETypePattern
        let format: PayloadFormat
    }

    private struct ExtensionEntry: Hashable {
        let pathExtension: String
        let format: PayloadFormat
    }

    private var types: [TypeEntry] = []
    private var extensions: [ExtensionEntry] = []

    /// Creates a registry from formats in order of registration.
    ///
    /// - Parameter formats: The initial formats; may be empty.
    public init(_ formats: [PayloadFormat] = PayloadFormat.builtIn) {
        for format in formats { register(format) }
    }

    /// Registers a format for its own MIME types and path extensions.
    ///
    /// - Parameter format: The format, which becomes the most recent.
    public mutating func register(_ format: PayloadFormat) {
        for pattern in format.mimeTypes { register(format, forMIMEType: pattern) }
        for pathExtension in format.pathExtensions {
            register(format, forPathExtension: pathExtension)
        }
    }

    /// Registers a format for an additional MIME type or pattern.
    ///
    /// - Parameters:
    ///   - format: The format, which becomes the most recent.
    ///   - pattern: The MIME type or pattern.
    public mutating func register(_ format: PayloadFormat, forMIMEType pattern: MIMETypePattern) {
        types.removeAll { $0.pattern == pattern && $0.format == format }
        types.append(TypeEntry(pattern: pattern, format: format))
    }

    /// Registers a format for an additional path extension.
    ///
    /// - Parameters:
    ///   - format: The format, which becomes the most recent.
    ///   - pathExtension: The extension without a leading point; case is ignored.
    public mutating func register(
        _ format: PayloadFormat, forPathExtension pathExtension: String
    ) {
        let lowercased = pathExtension.lowercased()
        extensions.removeAll { $0.pathExtension == lowercased && $0.format == format }
        extensions.append(ExtensionEntry(pathExtension: lowercased, format: format))
    }

    /// Removes all registrations of a format.
    ///
    /// Earlier registrations for the same types apply again.
    ///
    /// - Parameter format: The format, identified by its name.
    public mutating func unregister(_ format: PayloadFormat) {
        types.removeAll { $0.format == format }
        extensions.removeAll { $0.format == format }
    }

    /// Returns the format of a MIME type.
    ///
    /// - Parameter mimeType: A MIME type as sent by a server; case and parameters are ignored.
    /// - Returns: The most recent format for exactly that type, else the most recent with a
    ///   matching pattern.
    /// - Throws: ``PayloadFormatError`` with code `unknownMIMEType`.
    public func format(
        forMIMEType mimeType: String
    ) throws(PayloadFormatError) -> PayloadFormat {
        let matches = types.reversed().filter { $0.pattern.matches(mimeType) }
        guard let entry = matches.first(where: { $0.pattern.isExact }) ?? matches.first else {
            throw PayloadFormatError(
                .unknownMIMEType, expected: known("MIME type", types.map(\.pattern.text)),
                found: "'\(mimeType)'", advice: "register a format for it")
        }
        return entry.format
    }

    /// Returns the format of a path extension.
    ///
    /// - Parameter pathExtension: The extension without a leading point; case is ignored.
    /// - Returns: The most recent format for the extension.
    /// - Throws: ``PayloadFormatError`` with code `unknownPathExtension`.
    public func format(
        forPathExtension pathExtension: String
    ) throws(PayloadFormatError) -> PayloadFormat {
        let lowercased = pathExtension.lowercased()
        guard let entry = extensions.last(where: { $0.pathExtension == lowercased }) else {
            throw PayloadFormatError(
                .unknownPathExtension,
                expected: known("path extension", extensions.map(\.pathExtension)),
                found: "'\(pathExtension)'", advice: "register a format for it")
        }
        return entry.format
    }

    /// The registered types that a header field `Accept` can name.
    ///
    /// Each type is listed once, in order of registration.
    ///
    /// Patterns such as `application/*+json` are left out, because ranges of types end at a slash.
    ///
    /// Source: RFC 9110, section 12.5.1.
    public var acceptedTypes: [String] {
        var accepted: [String] = []
        for pattern in types.map(\.pattern) where !accepted.contains(pattern.text) {
            let parts = pattern.text.split(separator: "/")
            if pattern.isExact || (parts.count == 2 && parts[1] == "*") {
                accepted.append(pattern.text)
            }
        }
        return accepted
    }

    private func known(_ noun: String, _ names: [String]) -> String {
        guard !names.isEmpty else { return "a registered \(noun) (there is none)" }
        return "a registered \(noun) (\(Set(names).sorted().joined(separator: ", ")))"
    }
}
