import ObjectGraph
import Payload
import PayloadFormats

/// The names of versions: their order, and which one is current.
enum VersionName {
    /// Whether a name comes first; digits count as numbers, so `Model 2` comes before `Model 10`.
    static func isBefore(_ left: String, _ right: String) -> Bool {
        let (a, b) = (parts(left), parts(right))
        for (x, y) in zip(a, b) where x != y {
            if let m = Int(x), let n = Int(y), m != n { return m < n }
            return x < y
        }
        return a.count == b.count ? left < right : a.count < b.count
    }

    /// Runs of digits and runs of everything else.
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

    /// The name of the current version, or of the one that is asked for.
    static func current(
        among names: [String], file: [UInt8]?, selection: XcodeModel.Selection
    ) throws(XcodeModelError) -> String {
        let present = names.joined(separator: ", ")
        if case .named(let wanted) = selection {
            guard names.contains(wanted) else {
                let advice = Suggestion.text(for: wanted, among: names)
                throw XcodeModelError(
                    .version, wanted, "there is no such version, there is \(present)\(advice)")
            }
            return wanted
        }
        guard let file else {
            guard let only = names.first, names.count == 1 else {
                let found = names.isEmpty ? "none" : present
                throw XcodeModelError(
                    .version, ".xccurrentversion",
                    "expected this file or a single version, found \(found); "
                        + "add the file, or ask for a version by its name")
            }
            return only
        }
        let name = try name(in: file)
        guard names.contains(name) else {
            throw XcodeModelError(
                .version, ".xccurrentversion",
                "it names '\(name)', there is \(present); choose the current version in Xcode")
        }
        return name
    }

    /// The name in the property list, without the ending of its file.
    private static func name(in file: [UInt8]) throws(XcodeModelError) -> String {
        let document: PayloadDocument
        do {
            document = try PayloadFormat.propertyList.document(from: file)
        } catch {
            throw XcodeModelError(.malformed, ".xccurrentversion", "\(error)")
        }
        guard let name = document.root["_XCCurrentVersionName"]?.string else {
            throw XcodeModelError(
                .version, ".xccurrentversion",
                "expected a text under '_XCCurrentVersionName', found none")
        }
        return name.hasSuffix(fileEnding) ? String(name.dropLast(fileEnding.count)) : name
    }

    /// What the folder of a version is called after its name.
    static let fileEnding = ".xcdatamodel"
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}
