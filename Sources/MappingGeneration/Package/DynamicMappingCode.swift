import EntityMapper
import ModelGeneration
import ObjectGraph

/// Generates the body of a function that creates a dynamic mapping.
struct DynamicMappingCode {
    let lines: [String]

    init(_ mapping: DynamicMapping) throws(SwiftPackageError) {
        var paths = SwiftPaths()
        var statements: [String] = []
        for matcher in mapping.matchers {
            statements += try Self.statement(matcher, of: mapping.name, &paths)
        }
        if mapping.representationTransform != nil {
            throw SwiftPackageError(
                .notExpressible, "the transform of '\(mapping.name)' consists of closures")
        }
        statements += try SwiftValues.statements(
            DynamicMapping.declaredSettings, of: mapping, unlike: DynamicMapping(named: ""),
            named: "mapping")
        let name = SwiftLiteral.text(mapping.name)
        let isConstant = statements.isEmpty
        let head = ["    \(isConstant ? "let" : "var") mapping = DynamicMapping(named: \(name))"]
        lines = head + paths.declarations + statements + ["    return mapping"]
    }

    private static func statement(
        _ matcher: MappingMatcher, of name: String, _ paths: inout SwiftPaths
    ) throws(SwiftPackageError) -> [String] {
        let use = matcher.mappings.map(SwiftLiteral.text)
        let first = use.first ?? "\"\""
        switch matcher.condition {
        case .equals(let path, let value):
            return call(
                ".value", "at: \(paths.literal(path))", "equals: \(SwiftLiteral.value(value))",
                first)
        case .matches(let path, let pattern):
            return call(
                ".text", "at: \(paths.literal(path))", "matches: \(SwiftLiteral.text(pattern))",
                first)
        case .kind(let path, let kind):
            return call(".kind", "at: \(paths.literal(path))", "is: .\(kind)", first)
        case .predicate(let predicate):
            return call(".predicate", try SwiftValues.condition(predicate, &paths), nil, first)
        case .table(let path, let values):
            let pairs = zip(values, use).map { "\(SwiftLiteral.value($0)): \($1)" }
            return SwiftLayout.list(
                "    mapping.add(.table(at: \(paths.literal(path)), ", pairs, "))")
        case .closure(let choice):
            throw SwiftPackageError(
                .notExpressible, "the matcher '\(choice)' of '\(name)' is a closure")
        }
    }

    private static func call(
        _ matcher: String, _ condition: String, _ value: String?, _ mapping: String
    ) -> [String] {
        let arguments = [condition, value, "use: \(mapping)"].compactMap(\.self)
        let line = "    mapping.add(\(matcher)(\(arguments.joined(separator: ", "))))"
        guard line.count > SwiftLayout.width else { return [line] }
        return ["    mapping.add("] + SwiftLayout.call("        \(matcher)", arguments, ")")
    }
}
