import EntityMapper
import HTTPValues
import MercatorPayload
import ObjectGraph
import RemotePlanning

/// The mark of a list: kept in the store in the commit of the rows, for one user and one way to map
/// the list.
struct ListMark: Sendable {
    private static let version: Int64 = 1

    let mark: ChangeMark
    private let page: ChangeMark.Page
    /// The user of the mark.
    let identity: String?
    private let key: MetadataKey
    private let fingerprint: String
    /// The mark that the request passes on; `nil` if everything is requested.
    private(set) var known: String?
    private var found: String?

    /// Reads the mark of a list.
    init(
        _ mark: ChangeMark, _ page: ChangeMark.Page, of list: RemoteRequest,
        _ manager: ObjectManager
    ) async throws(RemoteError) {
        try mark.check()
        let url = list.key.url
        let secrets = Secrets(manager.plan.server)
        guard secrets.parts(of: url, [:]).isEmpty else {
            throw RemoteError(
                .invalidRequest,
                "the query has a secret parameter, which cannot be kept with the mark; pass it as "
                    + "a credential")
        }
        let identity = try await manager.credentials?.identity(for: url)
        (self.mark, self.page, self.identity) = (mark, page, identity)
        fingerprint = manager.validators.content
        key = MetadataKey(
            "\(ValidatorKey.markPrefix)\(identity ?? "")\t\(secrets.keeping(url))",
            beside: manager.plan.keeper(of: list.request.url))
        let (key, fingerprint) = (key, fingerprint)
        do {
            let text = try await manager.container.performBackgroundTask { context in
                try context.metadata(key)
            }
            known = text.flatMap { Self.mark(in: $0, fingerprint) }
        } catch {
            throw error is CancellationError
                ? .cancelled
                : RemoteError(
                    .failedMapping, "the mark of the list cannot be read: \(error)", cause: error)
        }
    }

    /// Parses a mark; `nil` if the version or the mapping of the list differs.
    ///
    /// Everything is then requested.
    private static func mark(in text: String, _ fingerprint: String) -> String? {
        guard let root = try? PayloadDocument(parsing: text).root,
            root["version"]?.int64 == version, root["plan"]?.string == fingerprint
        else { return nil }
        return root["mark"]?.string
    }

    /// The mark for a request of everything.
    var forgotten: ListMark {
        var copy = self
        copy.known = nil
        copy.found = nil
        return copy
    }

    /// Takes note of the mark of a page.
    mutating func note(_ arrival: PageArrival) throws(RemoteError) {
        guard page == .last || found == nil else { return }
        do throws(RemoteError) {
            if let text = try mark.text(in: arrival.next) { found = text }
        } catch {
            throw arrival.application.failure(error)
        }
    }

    /// Schedules the new mark for the next save; concurrent tasks may replace it.
    ///
    /// An older mark only repeats changes.
    func save(in context: ManagedObjectContext) throws(StoreError) {
        guard let found else { return }
        let text = PayloadNode.object([
            .init("version", .number("\(Self.version)")), .init("plan", .string(fingerprint)),
            .init("mark", .string(found)),
        ])
        context.compareAndSet(
            MetadataChange(
                key, from: try context.metadata(key),
                to: String(decoding: text.jsonBytes(), as: UTF8.self)))
    }
}
