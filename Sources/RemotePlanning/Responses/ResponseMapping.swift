package import EntityMapper
import HTTPValues
package import MercatorPayload

/// The operation that maps a response, and the payload.
package struct ResponseMapping: Sendable {
    package var operation: MappingOperation
    package let document: PayloadDocument

    /// The number of representations at the root paths.
    package var representationCount: Int {
        operation.plan.mappings.roots.reduce(0) { count, root in
            guard let value = document.root.value(at: root.path) else { return count }
            return count + (value.kind == .array ? value.count : 1)
        }
    }
}

extension RemotePlan {
    /// Returns the mapping of a response, which depends on the plan, the request and the response
    /// alone.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - request: The request, whose fields and metadata the mapping may read.
    ///   - url: The URL for choosing descriptors; by default, the requested one.
    ///   - options: The treatment of invalid values and records.
    ///   - observer: The observer of the decisions of mappings.
    /// - Returns: The mapping.
    /// - Throws: ``RemoteError`` if no descriptor applies, or if the body cannot be read.
    package func mapping(
        of response: ReceivedResponse, to request: RemoteRequest, describedBy url: String? = nil,
        _ options: MappingOptions, _ observer: (any MappingObserver)?
    ) throws(RemoteError) -> ResponseMapping {
        let choice = try responses(
            to: response.method, url ?? response.url, status: response.status)
        var operation = MappingOperation(choice.plan, options: options)
        operation.metadata = metadata(
            response.method, response.url, headers: request.request.headers,
            status: response.status, from: response.finalURL, fields: response.fields,
            choice.parts
        ).merging(deeply: request.metadata)
        operation.observer = observer
        operation.orphanDeletion = choice.orphans.map(sparingUnsent)
        return ResponseMapping(
            operation: operation,
            document: try document(from: response.body, contentType: response.contentType))
    }
}
