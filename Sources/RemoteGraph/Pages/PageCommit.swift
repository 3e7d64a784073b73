import EntityMapper
import HTTPValues
import ObjectGraph
import RemotePlanning

/// The mapping of pages in one unit of work.
struct PageCommit: Sendable {
    private let manager: ObjectManager
    private let arrivals: [PageArrival]
    /// The state of the sequence after the pages.
    private let progress: PageProgress
    /// Whether the last page of the sequence is among them.
    private let isLast: Bool

    /// Creates the commit of one page.
    init(
        _ manager: ObjectManager, _ arrival: PageArrival, _ progress: PageProgress, isLast: Bool
    ) {
        (self.manager, self.arrivals, self.progress) = (manager, [arrival], progress)
        self.isLast = isLast
    }

    /// Creates the commit of all pages of a sequence.
    init(_ manager: ObjectManager, _ progress: PageProgress) {
        (self.manager, self.arrivals, self.progress) = (manager, progress.unsaved, progress)
        isLast = true
    }

    private typealias Mapped = [(arrival: PageArrival, result: CheckedResult)]

    /// Maps and saves the pages, except pages older than a mapped response.
    ///
    /// - Returns: The pages, and the state of the sequence after them.
    func run() async throws(RemoteError) -> (pages: [RemotePage], progress: PageProgress) {
        let order = manager.mappingOrder
        // In the order of the URLs, so that two sequences never wait for each other.
        let keys = Set(arrivals.map(\.key)).sorted { $0.url < $1.url }
        var entered: [RequestKey] = []
        defer { for key in entered { order.turns.leave(key) } }
        for key in keys {
            try await order.turns.enter(key)
            entered.append(key)
        }
        let current = arrivals.filter { !order.isSuperseded($0.start.number, $0.key) }
        var progress = progress
        if current.count < arrivals.count { progress.isComplete = false }
        let before = manager.options.clock.now
        let results = try await save(current, &progress)
        for arrival in current where results[arrival.index] != nil {
            order.mapped(arrival.start.number, arrival.key)
            manager.observeSaving(arrival.request.number, arrival.exchange, since: before)
        }
        let pages = arrivals.map { arrival in
            RemotePage(
                index: arrival.index,
                url: Secrets(manager.plan.server).hidingSecrets(of: arrival.exchange.url),
                outcome: results[arrival.index].map(RemoteOutcome.mapped)
                    ?? arrival.outcomeWithoutPayload ?? .superseded)
        }
        return (pages, progress)
    }

    /// Previews the changes of the pages.
    func preview() async throws(RemoteError) -> DryRun<[MappingResult]> {
        guard let last = arrivals.last else {
            throw RemoteError(.invalidPage, "expected a page, found none")
        }
        return try await last.application.commit { context, _ in
            try context.dryRun(of: manager.plan.mappings) { copy in
                try map(arrivals, progress) { arrival, mapping in
                    try arrival.application.map(mapping, in: copy)
                }.map(\.result.beforeSaving)
            }
        }
    }

    private func save(
        _ arrivals: [PageArrival], _ progress: inout PageProgress
    ) async throws(RemoteError) -> [Int: MappingResult] {
        guard let last = arrivals.last(where: { $0.mapping != nil }), let own = last.mapping else {
            return [:]
        }
        let known = progress
        let (results, parts, isWhole) = try await last.application.commit { context, records in
            var isWhole = known.isWhole
            let mapped = try own.operation.commit(in: context) {
                try map(arrivals, known) { arrival, mapping in
                    // Pages are requested unconditionally, so no validators are stored.
                    try arrival.application.apply(mapping, context, false)
                }
            } completing: { mapped in
                isWhole =
                    isWhole && !context.assignsSubstitutes
                    && mapped.allSatisfy(\.result.beforeSaving.isWhole)
                // Omitted objects would not be received again after the mark.
                if isLast, known.isComplete, isWhole, records { try known.mark?.save(in: context) }
            }
            let results = mapped.map { ($0.arrival.index, $0.result.afterSaving) }
            return (Dictionary(uniqueKeysWithValues: results), mapped.last?.result.parts, isWhole)
        }
        progress.isWhole = isWhole
        if let parts { progress.parts = parts }
        return results
    }

    /// Maps the pages that have a payload, each as a part of the load.
    private func map(
        _ arrivals: [PageArrival], _ progress: PageProgress,
        _ run: (PageArrival, ResponseMapping) throws -> CheckedResult
    ) throws -> Mapped {
        var parts = progress.parts
        var mapped: Mapped = []
        for arrival in arrivals {
            guard var mapping = arrival.mapping else { continue }
            parts.isLast = isLast && arrival.index == arrivals.last?.index
            if parts.isLast, !progress.isComplete || !progress.provesAbsence {
                mapping.operation.orphanDeletion = nil
            }
            mapping.operation.parts = parts
            do {
                let result = try run(arrival, mapping)
                parts = result.parts
                mapped.append((arrival, result))
            } catch let error as MappingError {
                throw arrival.application.failure(error)
            }
        }
        return mapped
    }
}
