import MappingInference
import Mercator

/// The mappings for a command: from an import or from an annotated Xcode data model.
struct PayloadMapping {
    let model: ManagedObjectModel
    /// The payloads with their mappings.
    let targets: [ImportTarget]
    /// The mapping that a store keeps; `nil` for an Xcode data model.
    let imported: ImportMapping?

    /// The options shared by commands that map payloads.
    static let options: [CommandSyntax.Option] =
        ImportMapping.options + [
            .init(
                name: "--model", valueName: "PATH",
                help: "Map by Groot's annotations in this data model of Xcode instead."),
            .init(name: "--entity", valueName: "NAME", help: "With --model: what the records are."),
            .init(
                name: "--at", valueName: "KEYPATH",
                help: "With --model: where in the payload they are; without it, at the top."),
        ]

    /// Chooses the mappings of payloads.
    ///
    /// - Parameters:
    ///   - payloads: The payloads.
    ///   - arguments: The arguments of the command.
    ///   - store: The store whose mapping is used; `nil` for none.
    ///   - console: The console for notes.
    /// - Throws: ``CommandError`` if the arguments are inconsistent or the model has no
    ///   suitable mapping.
    init(
        _ payloads: PayloadFiles, _ arguments: Arguments, store: (any StoreAddress)?,
        _ console: Console
    ) throws {
        guard let path = arguments.value(of: "--model") else {
            for option in ["--entity", "--at"] where arguments.value(of: option) != nil {
                throw CommandError(
                    "\(option) goes with --model, which is not given", status: .usage)
            }
            let mapping = try ImportMapping(payloads, MappingArguments(arguments), store: store)
            for note in mapping.notes { console.note(note) }
            model = try mapping.file.model()
            targets = mapping.targets
            imported = mapping
            return
        }
        guard arguments.value(of: "--mapping") == nil else {
            throw CommandError("--mapping and --model exclude each other", status: .usage)
        }
        let model = try XcodeModel(path: path).current.model
        guard let entity = arguments.value(of: "--entity") else {
            let names = model.entities.map(\.name).joined(separator: ", ")
            throw CommandError("--model needs --entity NAME, one of \(names)", status: .usage)
        }
        var rules = AnnotationRules.default
        rules.acceptsMissingTransforms = true
        var mappings = MappingSet(annotationsOf: model, rules: rules)
        try Self.requireAnnotations(of: entity, model, mappings)
        mappings.addRoot(try PayloadPath(arguments.value(of: "--at") ?? ""), using: entity)
        let plan = try MappingPlan(mappings, for: model)
        for warning in plan.warnings { console.note("\(warning)") }
        self.model = model
        targets = try payloads.files.map {
            ImportTarget(file: $0, plan: plan, format: try $0.source.format())
        }
        imported = nil
    }

    /// Opens the store for the mappings, or a temporary copy.
    ///
    /// - Parameters:
    ///   - address: The address of the store.
    ///   - isDryRun: Whether to open a copy.
    ///   - arguments: The arguments of the command.
    /// - Returns: The container.
    /// - Throws: ``CommandError`` if the store was created for a different mapping.
    func open(
        _ address: any StoreAddress, isDryRun: Bool, _ arguments: Arguments
    ) throws -> PersistentContainer {
        try ImportStore(address, isDryRun: isDryRun).open(
            model, imported, mappingPath: arguments.value(of: "--mapping"))
    }

    /// Checks that an entity has a mapping.
    ///
    /// - Throws: ``CommandError`` if it has none, for lack of annotations.
    private static func requireAnnotations(
        of entity: String, _ model: ManagedObjectModel, _ mappings: MappingSet
    ) throws {
        let names = mappings.mappings.map(\.name) + mappings.dynamicMappings.map(\.name)
        let advice = "write what is mapped into the user info, under 'JSONKeyPath'"
        guard !names.isEmpty else {
            throw CommandError("the model has no annotations; \(advice)")
        }
        guard model[entity] == nil || names.contains(entity) else {
            throw CommandError(
                "the entity '\(entity)' has no annotations; \(advice), or choose one of "
                    + names.joined(separator: ", "))
        }
    }
}
