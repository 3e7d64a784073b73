/// Which format a payload has, by its MIME type or its path extension.
///
/// A registry is a value: there is no global one, and a copy goes its own way. It begins with the
/// built-in formats. An exact type beats a pattern whatever the order; among equals the newest
/// wins. (RestKit left that to the order of registration.)
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

    /// Registers formats, the last one as the newest.
    ///
    /// - Parameter formats: What to begin with; an empty array for nothing.
    public init(_ formats: [PayloadFormat] = PayloadFormat.builtIn) {
        for format in formats { register(format) }
    }

    /// Registers a format for its own MIME types and path extensions.
    ///
    /// - Parameter format: The format, from now on the newest.
    public mutating func register(_ format: PayloadFormat) {
        for pattern in format.mimeTypes { register(format, forMIMEType: pattern) }
        for pathExtension in format.pathExtensions {
            register(format, forPathExtension: pathExtension)
        }
    }

    /// Registers a format for one more MIME type, or for a pattern of them.
    ///
    /// - Parameters:
    ///   - format: The format, from now on the newest.
    ///   - pattern: The types.
    public mutating func register(_ format: PayloadFormat, forMIMEType pattern: MIMETypePattern) {
        types.removeAll { $0.pattern == pattern && $0.format == format }
        types.append(TypeEntry(pattern: pattern, format: format))
    }

    /// Registers a format for one more path extension.
    ///
    /// - Parameters:
    ///   - format: The format, from now on the newest.
    ///   - pathExtension: The extension without point, in any case.
    public mutating func register(
        _ format: PayloadFormat, forPathExtension pathExtension: String
    ) {
        let lowercased = pathExtension.lowercased()
        extensions.removeAll { $0.pathExtension == lowercased && $0.format == format }
        extensions.append(ExtensionEntry(pathExtension: lowercased, format: format))
    }

    /// Forgets a format: all its MIME types and path extensions.
    ///
    /// What was registered before it for the same types counts again.
    ///
    /// - Parameter format: The format; any with the same name is meant.
    public mutating func unregister(_ format: PayloadFormat) {
        types.removeAll { $0.format == format }
        extensions.removeAll { $0.format == format }
    }

    /// The format of a MIME type.
    ///
    /// - Parameter mimeType: The type as a server sends it; case and parameters do not matter.
    /// - Returns: The newest format for exactly that type, otherwise the newest with a pattern.
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

    /// The format of a path extension.
    ///
    /// - Parameter pathExtension: The extension without point, in any case.
    /// - Returns: The newest format for it.
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

    private func known(_ noun: String, _ names: [String]) -> String {
        guard !names.isEmpty else { return "a registered \(noun) (there is none)" }
        return "a registered \(noun) (\(Set(names).sorted().joined(separator: ", ")))"
    }
}
