import EntityMapper
package import HTTPValues
import MercatorPayload
import ObjectGraph
package import RemotePlanning
import Synchronization

/// Downloads resources without mapping, for tools that map them later.
///
/// Requests follow the redirects, retries and limits of a manager's streams.
package struct ResourceDownload: Sendable {
    private let sender: RequestSender

    /// The destination of a body.
    package protocol Destination: Sendable {
        /// Begins, or begins anew after a body that was cut.
        func begin() throws
        /// Appends bytes.
        func write(_ bytes: [UInt8]) throws
    }

    /// A response, without its body.
    package struct Head: Sendable {
        /// The status: a success with a body, or 304 if the request had a condition.
        package let status: Int
        /// The header fields.
        package let headers: HeaderFields
    }

    /// The end that the reader of a body has found.
    private final class Report: Sendable {
        let error = Mutex<(any Error)?>(nil)
    }

    /// Creates a download.
    ///
    /// - Parameters:
    ///   - server: The description of the server; only secrets and formats are used.
    ///   - transport: The way of requests to the server.
    ///   - options: The settings.
    /// - Throws: ``RemotePlanError`` if the description is not valid.
    package init(
        from server: RemoteDescription, over transport: any ResourceTransport,
        options: RemoteOptions = RemoteOptions()
    ) throws {
        // A description is checked with mappings, which a download does not use.
        let resource = EntityDescription("Resource")
        let mappings = try MappingPlan(
            MappingSet([EntityMapping(for: resource)], roots: ["": "Resource"]),
            for: ManagedObjectModel([resource]))
        sender = RequestSender(try RemotePlan(server, for: mappings), transport, options, nil)
    }

    /// Downloads a resource.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - headers: Header fields. Declared secrets are not sent to a different origin.
    ///   - destination: The destination of the body.
    /// - Returns: The response.
    /// - Throws: ``RemoteError``; the destination may have a part of the body then.
    package func run(
        _ url: String, headers: HeaderFields, to destination: some Destination
    ) async throws(RemoteError) -> Head {
        let plan = sender.plan
        let report = Report()
        var request = ResourceRequest(.get, url)
        request.headers = try plan.fields(nil, headers, nil)
        var sending = try Sending(sender, request, 1)
        sending.reader = { exchange, body in
            report.error.withLock { $0 = nil }
            do {
                try plan.checkDownload(exchange)
                try destination.begin()
                for try await chunk in body { try destination.write(chunk) }
            } catch {
                report.error.withLock { $0 = error }
            }
        }
        while true {
            let exchange = try await sending.run()
            switch report.error.withLock({ $0 }) {
            case let error as TransportError:
                try await sending.wait(
                    afterCut: error, isPartial: false, isResumable: true, "nothing was saved")
            case let error as RemoteError: throw plan.noting(exchange, in: error)
            case let error?:
                throw plan.failure(
                    .failedTransfer, "the body could not be written: \(error)", of: exchange,
                    cause: error)
            case nil:
                let isUnchanged = exchange.status == 304 && headers.hasCondition
                guard isUnchanged || 200...299 ~= exchange.status else {
                    throw plan.refusal(of: exchange)
                }
                return Head(status: exchange.status, headers: exchange.headers)
            }
        }
    }
}

extension HeaderFields {
    fileprivate var hasCondition: Bool {
        self["If-None-Match"] != nil || self["If-Modified-Since"] != nil
    }
}
