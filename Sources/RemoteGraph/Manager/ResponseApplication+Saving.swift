import EntityMapper
import HTTPValues
import MercatorPayload
import ObjectGraph
import OutboxEntries
import RemotePlanning
import ResourceMapping

/// The commits.
extension ResponseApplication {
    /// Maps the response; a GET response only if no later one has been mapped.
    func map() async throws(RemoteError) -> RemoteOutcome {
        let mapping = try mapping()
        guard exchange.method == .get else { return .mapped(try await commit(mapping)) }
        let key = job.request.key
        try await order.turns.enter(key)
        defer { order.turns.leave(key) }
        guard !order.isSuperseded(start, key) else { return .superseded }
        let result = try await commit(mapping)
        order.mapped(start, key)
        return .mapped(result)
    }

    private func commit(_ mapping: ResponseMapping) async throws(RemoteError) -> MappingResult {
        try await commit { context, records in
            try mapping.operation.commit(in: context) {
                try apply(mapping, context, records)
            }.afterSaving
        }
    }

    /// Maps the response in a unit of work.
    func apply(
        _ mapping: ResponseMapping, _ context: ManagedObjectContext, _ records: Bool
    ) throws -> CheckedResult {
        let result = try map(mapping, in: context)
        try complete(context, result.beforeSaving, records)
        return result
    }

    /// Maps the response without storing its validator.
    func map(
        _ mapping: ResponseMapping, in context: ManagedObjectContext
    ) throws -> CheckedResult {
        try mapping.operation.runChecked(mapping.document, in: context)
    }

    /// Adds the validator of the response to a unit of work before it is saved.
    func complete(
        _ context: ManagedObjectContext, _ result: MappingResult?, _ records: Bool
    ) throws {
        try job.companion?(context, exchange, result)
        try options.willSave?(context, result)
        if records { try remember(result, in: context) }
        exchange.stopwatch?.begin(\.saving)
    }

    /// Applies the response to a request that sent objects, or something without an object.
    func saveObject(_ mapping: ResponseMapping?) async throws(RemoteError) -> RemoteOutcome {
        guard !job.sent.isEmpty else { return try await map() }
        let responses = ResourceResponses(
            mapping?.operation ?? MappingOperation(plan.mappings, options: options.mapping))
        let edit = job.edit
        let saved = try await commit { context, records in
            try noteSaving(in: context)
            let sent = try job.entry.flatMap(context.current).map { [$0.object] } ?? job.sent
            if let edit, let object = try context.object(with: sent[0]) { try edit(object) }
            let outcome = try responses.apply(
                mapping?.document, of: .save, to: sent, in: context)
            guard outcome.bindings.allSatisfy(\.isBound) else {
                context.rollback()
                if records { try remember(nil, in: context) }
                try context.save()
                return SavedObject(result: nil, bindings: outcome.bindings)
            }
            try responses.operation.commit(in: context) {
                for pair in outcome.joined
                where try context.moveEntries(of: pair.other, to: pair.object) {
                    try context.object(with: pair.object).map(plan.markEdited)
                }
            } completing: {
                try complete(context, outcome.result, records)
            }
            return SavedObject(result: outcome.result, bindings: outcome.bindings)
        }
        return .saved(saved)
    }

    /// Maps the response to a DELETE if its descriptors can use it, and deletes the object.
    ///
    /// The server has deleted the object, regardless of the body. (RestKit, rule 183.)
    func mapAndDelete() async throws(RemoteError) -> RemoteOutcome {
        guard let mapping = try? mapping() else { return try await deleteHere() }
        let target = job.target
        let result = try await commit { context, records in
            try mapping.operation.commit(in: context) {
                try noteDeletion(in: context)
                let result = try mapping.applied(in: context)
                if let target, let object = try context.object(with: target) {
                    context.delete(object)
                }
                return result
            } completing: { (result: CheckedResult?) in
                try complete(context, result?.beforeSaving, records)
            }?.afterSaving
        }
        return .deleted(result)
    }

    /// Deletes the object of the request.
    func deleteHere() async throws(RemoteError) -> RemoteOutcome {
        try await commit { [job] context, records in
            if job.request.request.isChange { try noteDeletion(in: context) }
            if let target = job.target, let object = try context.object(with: target) {
                context.delete(object)
            }
            try complete(context, nil, records)
            try context.save()
        }
        return .deleted(nil)
    }

    /// Tests whether the object of the request has edits that were not sent.
    func isEdited() async throws(RemoteError) -> Bool {
        guard let target = job.target else { return false }
        return try await commit { [plan] context, _ in
            let edited = try context.objectsWithEntries(among: [target], except: nil)
            guard edited.isEmpty else { return true }
            return try context.object(with: target).map(plan.isMarkedEdited) ?? false
        }
    }

    /// Runs a unit of work with a flag for storing the validator of the response.
    ///
    /// If a container has several files, the objects and the validator may belong to different
    /// files, which cannot be written in one commit. Then the validator is not stored.
    func commit<Result: Sendable>(
        _ work: @Sendable (ManagedObjectContext, Bool) throws -> Result
    ) async throws(RemoteError) -> Result {
        try await wrapping {
            do {
                return try await perform { context in try work(context, true) }
            } catch StoreError.Code.invalidRequest {
                try await removeObsolete()
                return try await perform { context in try work(context, false) }
            }
        }
    }

    /// Removes obsolete validators after a change whose response is not saved.
    func forget() async throws(RemoteError) {
        guard isChange else { return }
        try await wrapping { try await removeObsolete() }
    }

    /// Removes validators individually, since they may be in different files.
    private func removeObsolete() async throws {
        for key in try await perform({ context in try obsoleteKeys(in: context) }) {
            try await perform { context in
                try move(key, to: nil, in: context)
                try context.save()
            }
        }
    }

    private func perform<Result: Sendable>(
        _ work: @Sendable (ManagedObjectContext) throws -> Result
    ) async throws -> Result {
        defer { exchange.stopwatch?.begin(\.waiting) }
        guard job.entry != nil else { return try await performOnce(work) }
        return try await options.patiently { try await performOnce(work) }
    }

    private func performOnce<Result: Sendable>(
        _ work: @Sendable (ManagedObjectContext) throws -> Result
    ) async throws -> Result {
        try await container.performBackgroundTask(retryLimit: options.mapping.retryLimit) {
            context in
            exchange.stopwatch?.begin(\.mapping)
            return try work(context)
        }
    }

    /// Adds the response to the errors of a unit of work.
    private func wrapping<Result>(
        _ work: () async throws -> Result
    ) async throws(RemoteError) -> Result {
        do {
            return try await work()
        } catch {
            throw failure(error)
        }
    }

    /// Returns an error of a unit of work, with the response.
    func failure(_ error: any Error) -> RemoteError {
        switch error {
        case is CancellationError, MappingError.Code.cancelled: .cancelled
        case let error as RemoteError where error.status != nil: error
        case let error as RemoteError: plan.noting(exchange, in: error)
        default:
            plan.failure(
                .failedMapping,
                "the response could not be mapped and saved, and nothing was changed: \(error)",
                of: exchange, cause: error)
        }
    }
}

extension ResponseMapping {
    /// Maps the payload; returns `nil`, with the context unchanged, if the mappings cannot use it.
    fileprivate func applied(in context: ManagedObjectContext) throws -> CheckedResult? {
        do {
            return try operation.runChecked(document, in: context)
        } catch MappingError.Code.unmappedPayload, MappingError.Code.recordFailed {
            return nil
        }
    }
}
