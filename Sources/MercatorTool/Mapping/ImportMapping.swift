import MappingInference
import Mercator

/// The mapping of payloads: a given one, that of the store, or one inferred from them; with what
/// the payloads add to it.
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
    /// Indicates whether the mapping is that of a store with the objects of earlier payloads.
    private(set) var isStored = false
    /// The changes of an earlier mapping, and what was not changed.
    private(set) var notes: [String] = []

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
    /// - Throws: ``CommandError`` or the errors of an inference if there is no mapping, and
    ///   ``MappingFileUpdateError`` if the payloads do not fit and must.
    init(
        _ payloads: PayloadFiles, _ settings: MappingSettings, store: (any StorePlace)?
    ) throws {
        let stored = settings.mapping == nil ? try store.flatMap { try StoredMapping(at: $0) } : nil
        isStored = stored != nil
        if let stored, let store, !settings.examines {
            file = stored.file
            group = stored.group
            if let known = try KnownPayloads(stored.file, store).targets(payloads.files) {
                targets = known
                return
            }
        }
        if let earlier = settings.mapping ?? stored?.file {
            file = earlier
            group = stored?.group ?? ""
            try update(with: payloads.files, settings)
            return
        }
        let inferred = try MappingInference(options: settings.inference)
            .infer(payloads.files.map(\.source))
        file = inferred.file
        self.inferred = inferred
        group = inferred.sources.first?.group ?? ""
        targets = try file.targets(payloads.files, groups: groups(of: inferred, [:]))
    }

    /// Examines payloads, and adds to an earlier mapping what they have and it lacks.
    private mutating func update(
        with payloads: [PayloadFile], _ settings: MappingSettings
    ) throws {
        inferred = try examine(payloads, settings)
        guard let inferred else {
            targets = try file.targets(payloads, groups: [:])
            return
        }
        let kinds = SourceKinds(
            file, group, inferred.file, inferred.sources.first?.group ?? "")
        let update = try kinds.stored.updated(with: kinds.inferred, settings.policies)
        earlier = file
        file = update.file
        notes =
            update.differences.map { "\($0)" }
            + StandingDecisions(settings.inference.corrections, file).notes
        targets = try file.targets(payloads, groups: groups(of: inferred, kinds.names))
    }

    /// Infers the mapping of payloads; `nil` if they cannot be examined, which is noted.
    private mutating func examine(
        _ payloads: [PayloadFile], _ settings: MappingSettings
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

/// The payloads of which a store has imported something with its mapping, whose keys are therefore
/// in the mapping.
private struct KnownPayloads {
    let file: MappingFile
    let store: any StorePlace

    init(_ file: MappingFile, _ store: any StorePlace) {
        self.file = file
        self.store = store
    }

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
        let size = try InputFile(target.file.path).size()
        return !checkpoints.isEmpty
            && checkpoints.allSatisfy { !$0.isFinished || $0.byteOffset == size }
    }
}
