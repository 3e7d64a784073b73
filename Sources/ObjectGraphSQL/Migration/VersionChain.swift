import ObjectGraph

/// The validated steps of a migration.
///
/// Each step begins where the previous one ends; the last one ends with the model.
struct VersionChain {
    private let path: String
    private let steps: [MigrationStep]
    private let dialect: any SQLDialect

    /// Checks the steps.
    ///
    /// - Throws: ``StoreError`` with code `schemaMismatch` if the steps do not form a chain that
    ///   ends with the model.
    init(
        _ path: String, _ steps: [MigrationStep], _ model: ManagedObjectModel,
        _ dialect: any SQLDialect
    ) throws(StoreError) {
        self.path = path
        self.steps = steps
        self.dialect = dialect
        var seen: [String: String] = [:]
        for (step, next) in zip(steps, steps.dropFirst()) {
            guard step.destination.shape(dialect) != next.source.shape(dialect) else { continue }
            throw VersionChain.wrong(
                "the step from \(step.title) is followed by one from \(next.title), which begins "
                    + "with another model: "
                    + "\(VersionChain.first(step.destination, next.source, dialect)); "
                    + "begin each step with the model that the one before ends with")
        }
        for version in steps.map(\.source) + steps.suffix(1).map(\.destination) {
            let known = seen.updateValue(version.name, forKey: version.shape(dialect))
            guard let known else { continue }
            throw VersionChain.wrong(
                "versions '\(known)' and '\(version.name)' cannot be told apart in a file; make "
                    + "one step of what is between them, or let them differ in a property")
        }
        for step in steps { try VersionChain.checkEntities(of: step) }
        guard let last = steps.last?.destination else {
            throw VersionChain.wrong("there are no steps; name at least one, or use .additive")
        }
        let wanted = ModelVersion("the model", model)
        guard last.shape(dialect) != wanted.shape(dialect) else { return }
        throw VersionChain.wrong(
            "the last step ends with version '\(last.name)', which is not the model: "
                + "\(VersionChain.first(last, wanted, dialect)); add a step, or "
                + "open the file for version '\(last.name)'")
    }

    /// Returns the steps from the version of the file on.
    ///
    /// - Throws: ``StoreError`` with code `schemaMismatch` if the file has none of the versions.
    func remaining(
        _ definitions: [StoreDefinition], _ session: any SQLSession
    ) throws(StoreError) -> [MigrationStep] {
        let recorded = try session.texts(StoreSchema.fingerprintQuestion).first
        for (index, step) in steps.enumerated()
        where StoreSchema(step.source.model, existing: definitions, dialect).fingerprint == recorded
        {
            return Array(steps[index...])
        }
        if let last = steps.last?.destination,
            StoreSchema(last.model, existing: definitions, dialect).fingerprint == recorded
        {
            return []
        }
        throw unknown(definitions)
    }

    private static func checkEntities(of step: MigrationStep) throws(StoreError) {
        let names = step.source.model.entities.map(\.name)
        for name in step.transforms.keys.sorted() where !names.contains(name) {
            throw VersionChain.wrong(
                "the step from \(step.title) transforms '\(name)', which version "
                    + "'\(step.source.name)' has not" + Suggestion.text(for: name, among: names))
        }
    }

    private func unknown(_ definitions: [StoreDefinition]) -> StoreError {
        let versions = steps.map(\.source) + steps.suffix(1).map(\.destination)
        let file = VersionChain.lines(definitions)
        let compared = versions.map { version in
            let lines = version.lines(dialect)
            let differences = file.symmetricDifference(lines).sorted()
            let first = differences.first.map { line in
                "\(line) is only in \(file.contains(line) ? "the file" : "the version")"
            }
            let text = first ?? "what is unique differs"
            return (count: max(1, differences.count), name: version.name, text: text)
        }
        return StoreError(
            .schemaMismatch,
            "'\(path)' has none of the versions that the steps know:\n"
                + compared.sorted { ($0.count, $0.name) < ($1.count, $1.name) }
                .map { "- '\($0.name)' differs in \($0.count): \($0.text)\n" }.joined()
                + "Add a step from the model that the file was made for. Nothing was changed.")
    }
}

extension VersionChain {
    private static func wrong(_ text: String) -> StoreError {
        StoreError(.schemaMismatch, "the migration cannot begin: \(text)")
    }

    /// Returns the first difference between two versions, for a message.
    private static func first(
        _ left: ModelVersion, _ right: ModelVersion, _ dialect: any SQLDialect
    ) -> String {
        let (old, new) = (left.lines(dialect), right.lines(dialect))
        guard let line = old.symmetricDifference(new).min() else {
            return "what is unique differs"
        }
        return "\(line) is only in '\(old.contains(line) ? left.name : right.name)'"
    }

    fileprivate static func lines(_ definitions: [StoreDefinition]) -> Set<String> {
        Set(definitions.map { "\($0.title) (\($0.text))" })
    }
}

extension ModelVersion {
    /// Returns the fingerprint of a new store for the model.
    fileprivate func shape(_ dialect: any SQLDialect) -> String {
        StoreSchema(model, dialect).fingerprint
    }

    /// Returns the definitions of a new store for the model, as lines of a message.
    fileprivate func lines(_ dialect: any SQLDialect) -> Set<String> {
        VersionChain.lines(StoreSchema(model, dialect).definitions)
    }
}
