import Mercator

/// The mappings for a command: those of the built-in timeline, or those annotated in an
/// Xcode data model.
struct PayloadMapping {
    let model: ManagedObjectModel
    let plan: MappingPlan
    /// The path of the records in a payload.
    let root: PayloadPath
    private let isTimeline: Bool

    /// The options shared by commands that map payloads.
    static let options: [CommandSyntax.Option] = [
        .init(
            name: "--model", valueName: "PATH",
            help:
                "Map by Groot's annotations in this data model of Xcode instead of Twitter searches."
        ),
        .init(name: "--entity", valueName: "NAME", help: "With --model: what the records are."),
        .init(
            name: "--at", valueName: "KEYPATH",
            help: "With --model: where in the payload they are; without it, at the top."),
    ]

    /// Reads the model given by the arguments, and compiles its mappings.
    ///
    /// - Throws: ``CommandError`` if the arguments are inconsistent or the model has no
    ///   suitable mapping.
    init(_ arguments: Arguments, _ console: Console) throws {
        guard let path = arguments.value(of: "--model") else {
            for option in ["--entity", "--at"] where arguments.value(of: option) != nil {
                throw CommandError("\(option) goes with --model, which is not given")
            }
            model = try TimelineModel.make()
            plan = try TimelineMappings.plan(for: model)
            root = TimelineMappings.root
            isTimeline = true
            return
        }
        model = try XcodeModel(path: path).current.model
        guard let entity = arguments.value(of: "--entity") else {
            let names = model.entities.map(\.name).joined(separator: ", ")
            throw CommandError("--model needs --entity NAME, one of \(names)")
        }
        root = try PayloadPath(arguments.value(of: "--at") ?? "")
        var rules = AnnotationRules.default
        rules.acceptsMissingTransforms = true
        var mappings = MappingSet(annotationsOf: model, rules: rules)
        try Self.requireAnnotations(of: entity, model, mappings)
        mappings.addRoot(root, using: entity)
        plan = try MappingPlan(mappings, for: model)
        isTimeline = false
        for warning in plan.warnings { console.note("\(warning)") }
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

    /// Reads and validates the payload in a file.
    ///
    /// - Throws: ``CommandError`` with the name of the file.
    func document(at path: String) throws -> PayloadDocument {
        guard isTimeline else { return try InputFile(path).document() }
        return try TimelineDocument(path).document
    }
}
