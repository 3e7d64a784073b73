import MercatorPayload
import ObjectGraph
import PayloadFormats

/// The names of versions: their order, and the choice of the current one.
enum VersionName {
    /// Orders names numerically, so that `Model 2` precedes `Model 10`.
    static func isBefore(_ left: String, _ right: String) -> Bool {
        let (a, b) = (parts(left), parts(right))
        for (x, y) in zip(a, b) where x != y {
            if let m = Int(x), let n = Int(y), m != n { return m < n }
            return x < y
        }
        return a.count == b.count ? left < right : a.count < b.count
    }

    /// Splits a name into runs of digits and runs of other characters.
    private static func parts(_ name: String) -> [Substring] {
        var parts: [Substring] = []
        var rest = name[...]
        while let first = rest.first {
            let part = rest.prefix { $0.isASCIIDigit == first.isASCIIDigit }
            parts.append(part)
            rest = rest.dropFirst(part.count)
        }
        return parts
    }

    /// Returns the name of the requested version, or of the current one.
    static func current(
        among names: [String], file: [UInt8]?, selection: XcodeModel.Selection
    ) throws(XcodeModelError) -> String {
        let present = names.joined(separator: ", ")
        if case .named(let wanted) = selection {
            guard names.contains(wanted) else { throw unknown(wanted, among: names) }
            return wanted
        }
        guard let name = try file.flatMap({ bytes throws(XcodeModelError) in try name(in: bytes) })
        else {
            guard let only = names.first, names.count == 1 else {
                let found = names.isEmpty ? "none" : present
                let expected = file == nil ? "this file" : "a text under '\(key)'"
                throw XcodeModelError(
                    .version, ".xccurrentversion",
                    "expected \(expected) or a single version, found \(found); choose the current "
                        + "version in Xcode, or ask for a version by its name")
            }
            return only
        }
        guard names.contains(name) else {
            throw XcodeModelError(
                .version, ".xccurrentversion",
                "it names '\(name)', there is \(present); choose the current version in Xcode, or "
                    + "ask for a version by its name")
        }
        return name
    }

    /// Creates an error for a version that does not exist.
    static func unknown(_ name: String, among names: [String]) -> XcodeModelError {
        let advice = Suggestion.text(for: name, among: names)
        return XcodeModelError(
            .version, name,
            "there is no such version, there is \(names.joined(separator: ", "))\(advice)")
    }

    /// The key of the current version's name in `.xccurrentversion`.
    private static let key = "_XCCurrentVersionName"

    /// Returns the name in the property list, without the path extension.
    ///
    /// Returns `nil` without a version: Xcode writes an empty dictionary until a version is chosen.
    private static func name(in file: [UInt8]) throws(XcodeModelError) -> String? {
        let document: PayloadDocument
        do {
            document = try PayloadFormat.propertyList.document(from: file)
        } catch {
            throw XcodeModelError(.malformed, ".xccurrentversion", "\(error)")
        }
        guard let name = document.root[key]?.string, !name.isEmpty else { return nil }
        return name.hasSuffix(fileEnding) ? String(name.dropLast(fileEnding.count)) : name
    }

    /// The path extension of a version's folder.
    static let fileEnding = ".xcdatamodel"
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
