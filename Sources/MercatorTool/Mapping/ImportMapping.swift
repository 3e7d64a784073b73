import MappingInference
import Mercator

/// The mapping for payloads: given, from the store or inferred, extended by the payloads.
struct ImportMapping {
    private(set) var file: MappingFile
    /// The payloads with the mappings of their kinds.
    private(set) var targets: [ImportTarget] = []
    /// The inference from the payloads; `nil` if all of them are known to the store.
    private(set) var inferred: InferredMapping?
    /// The kind of the first sources.
    private(set) var group = ""
    /// The mapping before the payloads have added to it; `nil` if they have not.
    private(set) var earlier: MappingFile?
    /// Indicates whether a store with imported objects contains the mapping.
    private(set) var isStored = false
    /// The changes to an earlier mapping, and the reported differences.
    private(set) var notes: [String] = []
    /// The payloads, if they are imported in parts and the mapping was found for them.
    private(set) var input: DividedInput?
    /// The kinds of the payloads by name.
    private var kinds: [String: String] = [:]

    /// The options that choose a mapping.
    static let options: [CommandSyntax.Option] = [
        .init(
            name: "--mapping", valueName: "FILE",
            help: "A mapping file; without it, that of the store, or one inferred.")
    ]

    /// Chooses the mapping of payloads.
    ///
    /// - Parameters:
    ///   - payloads: The payloads.
    ///   - settings: The settings given on the command line.
    ///   - store: The store; `nil` if none is concerned.
    ///   - division: The division of the payloads into parts, if any. All parts use the same
    ///     mapping: each examines all payloads, or uses an earlier part's result.
    /// - Throws: ``CommandError`` or the errors of an inference if there is no mapping, and
    ///   ``MappingFileUpdateError`` if the payloads do not fit and must.
    init(
        _ payloads: PayloadFiles, _ settings: MappingArguments, store: (any StoreAddress)?,
        division: PayloadDivision? = nil
    ) throws {
        let stored = settings.mapping == nil ? try store.flatMap { try StoredMapping(at: $0) } : nil
        isStored = stored != nil
        let identity = try division?.identity(settings.decisions)
        if let earlier = settings.mapping ?? stored?.file,
            let known = try Self.known(payloads.files, settings, stored, store, identity)
        {
            (file, group, input) = (earlier, stored?.group ?? "", stored?.input)
            targets = known
            return
        }
        if let earlier = settings.mapping ?? stored?.file {
            file = earlier
            group = stored?.group ?? ""
            try update(with: payloads.files, settings)
            keepInput(identity, stored)
            return
        }
        let inferred = try MappingInference(options: settings.inference)
            .infer(payloads.files.map(\.source))
        file = inferred.file
        self.inferred = inferred
        group = inferred.sources.first?.group ?? ""
        kinds = groups(of: inferred, [:])
        targets = try file.targets(payloads.files, groups: kinds)
        notes = Self.positionNotes(inferred)
        keepInput(identity, stored)
    }

    /// Returns a note about each entity whose objects are identified by their position, with the
    /// option that would identify them otherwise.
    private static func positionNotes(_ inferred: InferredMapping) -> [String] {
        inferred.file.mappings.mappings.filter { mapping in
            mapping.attributeMappings.contains {
                "\($0.source)" == "@metadata.position"
                    && mapping.identificationAttributes?.contains($0.destination) == true
            }
        }.map { mapping in
            let possible = inferred.decisions.first {
                !$0.isApplied && $0.override.hasPrefix("--id \(mapping.name)=")
            }
            return "\(mapping.name): identified by its position in the source, since no member "
                + "identifies it; the same records from another source will be new ones"
                + (possible.map { "; possible is \($0.override)" } ?? "")
        }
    }

    /// Returns the payloads with their mappings, if an earlier mapping is known to have them.
    private static func known(
        _ payloads: [PayloadFile], _ settings: MappingArguments, _ stored: StoredMapping?,
        _ store: (any StoreAddress)?, _ identity: String?
    ) throws -> [ImportTarget]? {
        guard let identity else {
            guard let stored, let store, !settings.examines else { return nil }
            return try KnownPayloads(file: stored.file, store: store).targets(payloads)
        }
        if let given = settings.mapping {
            // Names are not sufficient to distinguish kinds.
            guard !settings.examines, given.groups.isEmpty else { return nil }
            return try given.targets(payloads, groups: [:])
        }
        guard let stored, let input = stored.input, input.identity == identity,
            !settings.startsOver
        else { return nil }
        return try stored.file.targets(payloads, groups: input.kinds)
    }

    /// Saves the identity of the payloads that determined the mapping, for later parts.
    private mutating func keepInput(_ identity: String?, _ stored: StoredMapping?) {
        guard let identity, inferred != nil else { return }
        let isFirst = stored?.input.map { $0.identity == identity && $0.isFirst } ?? !isStored
        input = DividedInput(identity: identity, isFirst: isFirst, kinds: kinds)
    }

    /// Examines payloads, and extends an earlier mapping.
    private mutating func update(
        with payloads: [PayloadFile], _ settings: MappingArguments
    ) throws {
        inferred = try examine(payloads, settings)
        guard let inferred else {
            targets = try file.targets(payloads, groups: [:])
            return
        }
        let kinds = SourceKinds(
            file, group, inferred.file, inferred.sources.first?.group ?? "")
        let update = try kinds.stored.updated(with: kinds.inferred, settings.policies)
        self.kinds = groups(of: inferred, kinds.names)
        earlier = file
        file = update.file
        notes =
            update.differences.map { "\($0)" }
            + StandingDecisions(settings.inference.corrections, file).notes
        targets = try file.targets(payloads, groups: self.kinds)
    }

    /// Infers the mapping of payloads; `nil` if they cannot be examined, which is noted.
    private mutating func examine(
        _ payloads: [PayloadFile], _ settings: MappingArguments
    ) throws(InferenceError) -> InferredMapping? {
        var options = settings.inference
        options.base = file
        do throws(InferenceError) {
            return try MappingInference(options: options).infer(payloads.map(\.source))
        } catch {
            guard error.code == .malformed || error.code == .nothingToMap else { throw error }
            notes.append("not searched for new keys: \(error)")
            return nil
        }
    }

    /// Adds the connections that were found in the store, and notes them.
    ///
    /// - Returns: `false` if nothing was added.
    mutating func extend(with update: MappingFile.Update) -> Bool {
        notes = update.differences.map { "\($0)" }
        guard !update.changes.isEmpty else { return false }
        file = update.file
        return true
    }

    private func groups(
        of inferred: InferredMapping, _ names: [String: String]
    ) -> [String: String] {
        Dictionary(
            inferred.sources.map { ($0.name, names[$0.group] ?? $0.group) },
            uniquingKeysWith: { first, _ in first })
    }
}

/// Payloads with objects in the store, whose keys the mapping therefore includes.
private struct KnownPayloads {
    let file: MappingFile
    let store: any StoreAddress

    /// Returns the payloads with their mappings; `nil` if one of them is new, or has grown.
    func targets(_ payloads: [PayloadFile]) throws -> [ImportTarget]? {
        let container = try PersistentContainer(
            model: file.model(), store: store.readOnly())
        var groups: [String: String] = [:]
        for payload in payloads {
            let names = file.groups.isEmpty ? [""] : file.groups.map(\.name)
            let known = try names.first { name in
                let target = try file.targets([payload], groups: [payload.name: name])[0]
                return try isKnown(target, container)
            }
            guard let known else { return nil }
            groups[payload.name] = known
        }
        return try file.targets(payloads, groups: groups)
    }

    private func isKnown(_ target: ImportTarget, _ container: PersistentContainer) throws -> Bool {
        let operation = try target.operation(ImportOptions(checkpoint: file.revision))
        let checkpoints: [ImportCheckpoint]
        do {
            checkpoints = try operation.checkpoints(ofFile: target.file.path, in: container)
        } catch is ImportError {
            return false
        }
        let size = try InputFile(path: target.file.path).size()
        return !checkpoints.isEmpty
            && checkpoints.allSatisfy { !$0.isFinished || $0.byteOffset == size }
    }
}
