package import EntityMapper
import HTTPValues
package import ObjectGraph
package import OutboxEntries
package import RemotePlanning

/// A request with the use of its response.
package struct RemoteJob: Sendable {
    var request: RemoteRequest
    /// The body, if it differs from the request's.
    var body: RequestBody?
    var purpose: RemotePurpose
    /// The object of the request; `nil` if there are several.
    package var target: ManagedObjectID?
    /// The objects of a request that sends several.
    var list: [ManagedObjectID] = []
    /// The edit of the object that the request sends.
    var edit: Edit?
    /// The URL for choosing descriptors, if it differs from the request's.
    var describedURL: String?
    /// The changes that are saved in the same commit as the response.
    package var companion: Companion?
    /// The outbox's entry that the request sends.
    ///
    /// The entry ends with the response, so a store that is busy is tried until it saves.
    package var entry: OutboxEntry?
    /// The user without whose credential the request is not sent; `nil` for any.
    package var user: String?
    /// The time limit for all attempts, in addition to the options' limit.
    package var timeLimit: Duration?

    /// The objects that the request sends, in order.
    var sent: [ManagedObjectID] { target.map { [$0] } ?? list }

    typealias Edit = @Sendable (ManagedObject) throws -> Void
    package typealias Companion =
        @Sendable (ManagedObjectContext, Exchange, MappingResult?) throws -> Void

    package init(
        _ request: RemoteRequest, _ purpose: RemotePurpose, _ target: ManagedObjectID? = nil
    ) {
        self.request = request
        self.purpose = purpose
        self.target = target
    }

    /// Creates a request without an object, whose method determines the purpose.
    init(_ request: RemoteRequest) {
        switch request.request.method {
        case .get, .head, .options: self.init(request, .list)
        case .delete: self.init(request, .delete)
        case .post, .put, .patch: self.init(request, .save)
        }
    }
}
