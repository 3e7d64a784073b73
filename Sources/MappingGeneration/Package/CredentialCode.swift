import ModelGeneration

/// Generates what reads the environment of a package's program: the secrets of its requests.
struct CredentialCode {
    private let server: PackageServer
    /// The fields of the credential with their environment variables.
    private let fields: [(field: PackageServer.Field, variable: String)]

    init(_ server: PackageServer) {
        self.server = server
        fields = server.fields.compactMap { field in field.variable.map { (field, $0) } }
    }

    /// Indicates whether requests need a credential.
    var isNeeded: Bool { !fields.isEmpty }

    /// Indicates whether requests need a value of the environment.
    var readsEnvironment: Bool { isNeeded || server.readsVariables }

    var lines: [String] {
        (isNeeded ? credential + line : []) + (readsEnvironment ? environment : [])
    }

    /// The type of the credential; names that entities often have are qualified.
    private var credential: [String] {
        let names = SwiftLiteral.text(fields.map(\.variable).joined(separator: ", "))
        let name = SwiftLayout.assignment("    private static let names", names)
        return [
            "", "/// The credential in the environment, which only the server of the base gets.",
            "///",
            "/// The names of the variables stand for its user: each user needs a store of their own.",
            "struct EnvironmentCredential: CredentialProvider {",
            "    let origins: Swift.Set<Mercator.Origin>",
            "    private let value: Mercator.Credential",
        ] + name + [
            "", "    init(for server: RemoteDescription) throws {",
            "        origins = Swift.Set([Mercator.Origin(server.base)].compactMap { $0 })",
            "        var fields = HeaderFields()",
        ] + fields.flatMap(statements) + [
            "        value = Mercator.Credential(fields, identity: Self.names)", "    }", "",
            "    func credential() -> Mercator.Credential? { value }", "",
            "    func refresh(after rejected: Mercator.Credential) throws -> Mercator.Credential {",
            #"        throw EnvironmentError(description: "the server refuses what \(Self.names) has")"#,
            "    }", "}",
        ]
    }

    private func statements(_ field: PackageServer.Field, _ variable: String) -> [String] {
        let value = "environment(\(SwiftLiteral.text(variable)))"
        switch field {
        case .bearer: return Self.assignment("Authorization", "try \"Bearer \" + \(value)")
        case .named(let name, _): return Self.assignment(name, "try \(value)")
        case .line: return ["        try fields.add(line: \(value))"]
        }
    }

    private static func assignment(_ name: String, _ value: String) -> [String] {
        SwiftLayout.assignment("        fields[\(SwiftLiteral.text(name))]", value)
    }

    /// The extension that reads a field, if one is in a variable as a whole.
    private var line: [String] {
        guard fields.contains(where: { if case .line = $0.field { true } else { false } }) else {
            return []
        }
        return [
            "", "extension HeaderFields {", "    /// Adds a field such as 'X-Api-Key: VALUE'.",
            "    fileprivate mutating func add(line: String) throws {",
            "        let parts = line.split(separator: \":\", maxSplits: 1)",
            "        guard parts.count == 2 else {",
            "            throw EnvironmentError(description: \"expected a field such as 'X-Api-Key: VALUE'\")",
            "        }",
            "        self[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces)",
            "    }",
            "}",
        ]
    }

    private var environment: [String] {
        [
            "", "/// A variable of the environment that is not set, or has something of no use.",
            "struct EnvironmentError: Swift.Error, CustomStringConvertible {",
            "    let description: String", "}", "",
            "/// Returns the value of an environment variable.",
            "func environment(_ name: String) throws -> String {",
            "    let value = ProcessInfo.processInfo.environment[name] ?? \"\"",
            "    let text = value.trimmingCharacters(in: .whitespacesAndNewlines)",
            "    guard !text.isEmpty else {",
            #"        throw EnvironmentError(description: "the environment variable '\(name)' is not set")"#,
            "    }", "    return text", "}",
        ]
    }
}
