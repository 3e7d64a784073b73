import EntityMapper
import ModelGeneration
import ObjectGraph

extension SwiftValues {
    /// Returns the expression of a setting's value; `nil` if the mapping does not change it.
    ///
    /// - Throws: ``SwiftPackageError`` if the value has no expression: closures, and
    ///   names and paths, which depend on the schema structs.
    static func setting<Mapping>(
        _ setting: DeclaredSetting<Mapping>, of mapping: Mapping, unlike new: Mapping
    ) throws(SwiftPackageError) -> String? {
        func changed<Value: Equatable>(_ path: DeclaredSetting<Mapping>.Path<Value>) -> Value? {
            mapping[keyPath: path] == new[keyPath: path] ? nil : mapping[keyPath: path]
        }
        switch setting.form {
        case .flag(let path): return changed(path).map { "\($0)" }
        case .integer(let path): return changed(path).map { "\($0)" }
        case .choice(let choice):
            let name = choice.name(mapping)
            return name == choice.name(new) ? nil : ".\(name)"
        case .operations(let path): return changed(path).map(operations)
        case .inheritedOperations(let path): return mapping[keyPath: path].map(operations)
        case .policy(let path): return changed(path).map(policy)
        case .inheritedPolicy(let path): return mapping[keyPath: path].map(policy)
        case .transform(let path):
            guard let value = changed(path) else { return nil }
            return try transform(value)
        case .keyNaming(let path):
            guard let naming = changed(path) else { return nil }
            if naming == .snakeCase { return ".snakeCase" }
            throw SwiftPackageError(
                .notExpressible, "the key naming '\(naming.name)' is a closure")
        case .attribute, .attributes, .paths, .predicate, .transforms:
            throw SwiftPackageError(
                .notExpressible, "the setting '\(setting.name)' depends on the schema structs")
        }
    }

    /// Returns the statements that change the settings of a variable.
    static func statements<Mapping>(
        _ settings: [DeclaredSetting<Mapping>], of mapping: Mapping, unlike new: Mapping,
        named variable: String
    ) throws(SwiftPackageError) -> [String] {
        var lines: [String] = []
        for setting in settings {
            let start = "    \(variable).\(setting.name) = "
            if case .transforms(let path) = setting.form {
                let pairs = try table(mapping[keyPath: path])
                if !pairs.isEmpty { lines += SwiftLayout.list(start, pairs) }
            } else if let value = try Self.setting(setting, of: mapping, unlike: new) {
                lines.append(start + value)
            }
        }
        return lines
    }

    private static func operations(_ operations: AllowedOperations) -> String {
        let names: [(AllowedOperations, String)] = [
            (.insert, ".insert"), (.update, ".update"), (.delete, ".delete"),
        ]
        return "[" + names.filter { operations.contains($0.0) }.map(\.1).joined(separator: ", ")
            + "]"
    }

    private static func policy(_ policy: UnknownCasePolicy) -> String {
        switch policy.form {
        case .report: ".report"
        case .assignNil: ".assignNil"
        case .fallback(let value): ".fallback(\(fallback(value)))"
        }
    }

    /// Returns an expression with an explicit type where needed, since fallbacks are generic.
    private static func fallback(_ value: Value) -> String {
        switch value {
        case .string, .integer, .boolean: SwiftLiteral.value(value)
        default: "\(SwiftLiteral.value(value)) as Value"
        }
    }
}

/// The settings of a property mapping in calls that add it, and in statements.
struct PropertySettings {
    /// The arguments that the typed parts and the `add` methods have.
    private(set) var common: [String] = []
    /// The arguments that only the typed parts have.
    private(set) var part: [String] = []
    /// The assignments of values that are no arguments of the typed parts.
    private(set) var statements: [String] = []
    /// The assignments of the values of ``part``.
    private(set) var partStatements: [String] = []

    init<Mapping>(
        _ settings: [DeclaredSetting<Mapping>], of mapping: Mapping, unlike new: Mapping
    ) throws(SwiftPackageError) {
        for setting in settings {
            guard let value = try SwiftValues.setting(setting, of: mapping, unlike: new) else {
                continue
            }
            let statement = "\(setting.name) = \(value)"
            switch setting.argument {
            case .every(let label): common.append("\(label): \(value)")
            case .part(let label):
                part.append("\(label): \(value)")
                partStatements.append(statement)
            case .none: statements.append(statement)
            }
        }
    }
}
