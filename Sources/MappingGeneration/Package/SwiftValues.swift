import EntityMapper
import MercatorPayload
import ModelGeneration
import ObjectGraph
import ValueTransforms

/// Generates expressions for the values of mappings.
enum SwiftValues {
    /// Returns an expression for a transform.
    ///
    /// - Throws: ``SwiftPackageError`` if the transform consists of closures.
    static func transform(_ transform: ValueTransform) throws(SwiftPackageError) -> String {
        guard let declaration = transform.declaration else {
            throw SwiftPackageError(
                .notExpressible, "the transform '\(transform)' consists of closures")
        }
        switch declaration {
        case .plain("dotNetDate"): return ".dotNetDate()"
        case .plain("default"): return ".`default`"
        case .plain(let name): return ".\(name)"
        case .date(let format, let offset):
            return ".date(format: \(SwiftLiteral.text(format))"
                + (offset == 0 ? ")" : ", offset: \(offset))")
        case .dotNetDate(let offset): return ".dotNetDate(offset: \(offset))"
        case .enumeration(let cases): return ".enumeration([\(pairs(cases))])"
        case .rawValues(let values, _):
            return ".enumeration([\(pairs(values.map { (key: $0, value: $0) }))])"
        case .booleanWords(let yes, let no):
            return ".booleanWords(true: [\(texts(yes))], false: [\(texts(no))])"
        case .number(let format): return number(format)
        case .firstOf(let transforms):
            var parts: [String] = []
            for part in transforms { parts.append(try self.transform(part)) }
            return ".firstOf([\(parts.joined(separator: ", "))])"
        case .trimmed(let inner): return ".trimmed(then: \(try self.transform(inner)))"
        case .extendedJSON(let inner):
            return ".extendedJSON(then: \(try self.transform(inner)))"
        case .emptyTextAsNull(let inner):
            return inner == .default
                ? ".emptyTextAsNull()" : ".emptyTextAsNull(then: \(try self.transform(inner)))"
        }
    }

    private static func number(_ format: TransformDeclaration.NumberFormat) -> String {
        var parts: [String] = []
        if !format.prefix.isEmpty { parts.append("prefix: \(SwiftLiteral.text(format.prefix))") }
        if !format.suffix.isEmpty { parts.append("suffix: \(SwiftLiteral.text(format.suffix))") }
        if let separator = format.separator {
            parts.append("groupedBy: \(SwiftLiteral.text(String(separator)))")
        }
        if format.point != "." { parts.append("point: \(SwiftLiteral.text(String(format.point)))") }
        if format.fractionDigits != 0 { parts.append("fractionDigits: \(format.fractionDigits)") }
        return ".number(\(parts.joined(separator: ", ")))"
    }

    private static func pairs(_ cases: [(key: Value, value: Value)]) -> String {
        cases.map { "\(SwiftLiteral.value($0.key)): \(SwiftLiteral.value($0.value))" }
            .joined(separator: ", ")
    }

    static func texts(_ list: [String]) -> String {
        list.map(SwiftLiteral.text).joined(separator: ", ")
    }

    /// Returns the key-value pairs of a dictionary of transforms by type.
    static func table(
        _ transforms: [AttributeType: ValueTransform]
    ) throws(SwiftPackageError) -> [String] {
        var pairs: [String] = []
        for (type, value) in transforms.sorted(by: { "\($0.key)" < "\($1.key)" }) {
            pairs.append(".\(type): \(try transform(value))")
        }
        return pairs
    }

    /// Returns an expression for a predicate on objects, and whether it throws.
    static func predicate(_ predicate: EntityPredicate) -> (text: String, isThrowing: Bool) {
        if predicate == .true { return (".true", false) }
        if case .comparison(let path, .equal, let value) = predicate.node,
            path.components.count == 1
        {
            let name = SwiftLiteral.text(path.components[0])
            return (".attribute(\(name)) == \(SwiftLiteral.value(value))", false)
        }
        return ("try EntityPredicate(format: \(SwiftLiteral.text(predicate.description)))", true)
    }

    /// Returns an expression for a predicate on representations.
    ///
    /// - Throws: ``SwiftPackageError`` if the predicate is nested too deeply.
    static func condition(
        _ predicate: RepresentationPredicate, _ paths: inout SwiftPaths
    ) throws(SwiftPackageError) -> String {
        switch predicate.node {
        case .comparison(let path, let comparison, let value):
            return
                ".comparison(\(paths.literal(path)), .\(comparison), \(SwiftLiteral.value(value)))"
        case .exists(let path): return ".exists(\(paths.literal(path)))"
        case .all(let parts): return paths.shortened(".all(", try list(parts, &paths))
        case .any(let parts): return paths.shortened(".any(", try list(parts, &paths))
        case .not(let part): return ".not(\(try condition(part, &paths)))"
        case .tooDeep:
            throw SwiftPackageError(.notExpressible, "a condition is nested too deeply")
        }
    }

    private static func list(
        _ parts: [RepresentationPredicate], _ paths: inout SwiftPaths
    ) throws(SwiftPackageError) -> [String] {
        var texts: [String] = []
        for part in parts { texts.append(try condition(part, &paths)) }
        return texts
    }
}
