import Mercator

/// The version of a resource in a store, so that unchanged resources are not read again.
///
/// It is saved after the last object of the resource; an incomplete version is not kept.
struct FetchedVersion {
    /// The pages in order; one if the resource is not a list in pages.
    let pages: [FetchedPage]
    /// The revision of the mapping that the objects were imported with.
    private let revision: String

    private static let format = 2

    /// Reads the version in a store; `nil` if mapping, fields or page style differ.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - mapping: The mapping file; `nil` for the mapping in the store.
    ///   - address: The address of the store.
    /// - Throws: ``CommandError`` or `StoreError` if the store cannot be read.
    init?(of resource: FetchedResource, mapping: MappingFile?, in address: any StoreAddress) throws
    {
        guard let stored = try StoredMapping(at: address) else { return nil }
        revision = try (mapping ?? stored.file).revision
        let container = try PersistentContainer(
            model: stored.file.model(), store: address.readOnly())
        let text = try container.perform { try $0.metadata(Self.key(of: resource)) }
        guard let root = text.flatMap({ try? PayloadDocument(parsing: $0) })?.root,
            root["version"]?.int64 == Int64(Self.format), root["mapping"]?.string == revision,
            root["fields"]?.elements.compactMap(\.string) == resource.fieldNames,
            root["style"]?.string == resource.pages.text
        else { return nil }
        pages = root["pages"]?.elements.compactMap(FetchedPage.init) ?? []
    }

    /// Saves the version of pages in a store that contains all of them.
    ///
    /// Unchanged pages lose their version if the mapping has changed since their import, because
    /// the earlier mapping may have omitted values.
    ///
    /// - Parameters:
    ///   - arrivals: The pages.
    ///   - known: The previous version, for unchanged pages.
    ///   - resource: The resource.
    ///   - mapping: The current mapping.
    ///   - container: The container of the store.
    /// - Throws: `StoreError` if it cannot be saved.
    static func keep(
        _ arrivals: [PageDownload.Arrival], since known: FetchedVersion?,
        as resource: FetchedResource, _ mapping: MappingFile, in container: PersistentContainer
    ) throws {
        let revision = try mapping.revision
        let pages = arrivals.map { arrival in
            arrival.file == nil && known?.revision != revision
                ? arrival.page.withoutVersion : arrival.page
        }
        let text = JSONLine.text(
            .dictionary([
                "version": .integer(Int64(format)), "mapping": .string(revision),
                "fields": .array(resource.fieldNames.map { .string($0) }),
                "style": .string(resource.pages.text), "pages": .array(pages.map(\.value)),
            ]))
        let key = key(of: resource)
        try container.perform(retryLimit: 3) { context in
            let stored = try context.metadata(key)
            guard stored != text else { return }
            context.compareAndSet(MetadataChange(key, from: stored, to: text))
            try context.save()
        }
    }

    private static func key(of resource: FetchedResource) -> MetadataKey {
        MetadataKey("remote-fetch:\(resource.key)", beside: 0)
    }
}
