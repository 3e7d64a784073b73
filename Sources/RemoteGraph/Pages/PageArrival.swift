import EntityMapper
import HTTPValues
import MercatorPayload
import ObjectGraph
import RemotePlanning

/// A page whose response has arrived, and was parsed.
struct PageArrival: Sendable {
    let request: PageRequest
    let index: Int
    let application: ResponseApplication
    let start: OrderedRequest
    let content: Content
    /// The number of records at the first root path.
    let recordCount: Int

    enum Content: Sendable {
        case payload(ResponseMapping)
        /// There is nothing to map.
        case nothing(RemoteOutcome)
        /// There is no such page.
        case missing
    }

    /// Waits for a response and parses it.
    init(
        _ request: PageRequest, _ progress: PageProgress, _ pages: PageSequence
    ) async throws(RemoteError) {
        let response = try await request.response()
        let exchange = response.exchange
        var job = RemoteJob(request.request, .list)
        job.describedURL = progress.list.request.url
        let application = ResponseApplication(pages.manager, job, exchange, response.start.number)
        self.request = request
        start = response.start
        self.application = application
        index = progress.index
        if case .number = pages.style, progress.index > 0, exchange.status == 404 {
            content = .missing
            recordCount = 0
        } else if case .map = application.decision {
            var mapping = try application.mapping()
            if pages.style != .single {
                mapping.operation.metadata["page"] = ["index": .integer(Int64(progress.index))]
            }
            if progress.mark?.known != nil { mapping.operation.orphanDeletion = nil }
            recordCount = mapping.recordCount
            content = .payload(mapping)
        } else {
            content = .nothing(try await application.run())
            recordCount = 0
        }
    }

    var exchange: Exchange { application.exchange }
    var key: RequestKey { request.request.key }

    /// The payload and how it is mapped; `nil` if there is nothing to map.
    var mapping: ResponseMapping? {
        if case .payload(let mapping) = content { mapping } else { nil }
    }

    /// The outcome of a response without a payload.
    var outcomeWithoutPayload: RemoteOutcome? {
        if case .nothing(let outcome) = content { outcome } else { nil }
    }

    /// Whether there is no such page.
    var isMissing: Bool { if case .missing = content { true } else { false } }

    /// Whether the pages ended with the one before, if their style is open-ended.
    var isBehindEnd: Bool { index > 0 && recordCount == 0 }

    /// The content that determines the next page.
    var next: PageContent {
        PageContent(
            url: request.request.request.url, headers: exchange.headers,
            document: mapping?.document, recordCount: recordCount)
    }
}

extension ResponseMapping {
    /// The number of records at the first root path.
    fileprivate var recordCount: Int {
        guard let root = operation.plan.roots.first,
            let value = document.root.value(at: root.path), !value.isNull
        else { return 0 }
        switch value.kind {
        case .array: return value.count
        case .object where operation.plan.forcesCollection(root.mapping): return value.count
        default: return 1
        }
    }
}
