import Mercator

/// The version of a resource that a store has, so that it is not read again until it changes.
///
/// It is saved behind the last object of the resource: a version of which something may be missing
/// is not kept.
struct FetchedVersion {
    private let entityTag: String?
    private let lastModified: String?
    /// The ``FetchedResource/fieldNames`` of the request.
    private let fields: [String]

    private static let format = 1

    /// Takes the version from a response.
    init(_ headers: HeaderFields, _ resource: FetchedResource) {
        entityTag = headers["ETag"]
        lastModified = headers["Last-Modified"]
        fields = resource.fieldNames
    }

    /// Reads the version that a store has; `nil` if there is none for the mapping and the fields.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - mapping: The mapping file that is given; `nil` for that of the store.
    ///   - place: The place of the store.
    /// - Throws: ``CommandError`` or `StoreError` if the store cannot be read.
    init?(of resource: FetchedResource, mapping: MappingFile?, in place: any StorePlace) throws {
        guard let stored = try StoredMapping(at: place) else { return nil }
        let revision = try (mapping ?? stored.file).revision
        let container = try PersistentContainer(
            model: stored.file.model(), store: place.readOnly())
        let text = try container.perform { try $0.checkpoint(Self.key(of: resource)) }
        guard let root = text.flatMap({ try? PayloadDocument(parsing: $0) })?.root,
            root["version"]?.int64 == Int64(Self.format), root["mapping"]?.string == revision,
            root["fields"]?.elements.compactMap(\.string) == resource.fieldNames
        else { return nil }
        entityTag = root["etag"]?.string
        lastModified = root["modified"]?.string
        fields = resource.fieldNames
    }

    /// Keeps the version in a store, which has all of the resource.
    ///
    /// - Throws: `StoreError` if it cannot be saved.
    func keep(
        as resource: FetchedResource, _ mapping: MappingFile, in container: PersistentContainer
    ) throws {
        let text = JSONLine.text(
            .dictionary([
                "version": .integer(Int64(Self.format)), "mapping": .string(try mapping.revision),
                "fields": .array(fields.map { .string($0) }),
                "etag": entityTag.map { .string($0) } ?? .null,
                "modified": lastModified.map { .string($0) } ?? .null,
            ]))
        let key = Self.key(of: resource)
        try container.perform(retryLimit: 3) { context in
            let stored = try context.checkpoint(key)
            guard stored != text else { return }
            context.moveCheckpoint(CheckpointChange(key, from: stored, to: text))
            try context.save()
        }
    }

    /// The fields that ask whether there is another version; empty if none can.
    var conditions: HeaderFields {
        if let entityTag { return ["If-None-Match": entityTag] }
        return lastModified.map { ["If-Modified-Since": $0] } ?? [:]
    }

    private static func key(of resource: FetchedResource) -> CheckpointKey {
        CheckpointKey("remote-fetch:\(resource.key)", beside: 0)
    }
}
