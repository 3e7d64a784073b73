import EntityMapper
import HTTPValues
import MercatorPayload
import ObjectGraph
import RemotePlanning
import RepresentationWriting
import ResourceMapping

/// A change that the server may have made without its response arriving here.
extension ResponseApplication {
    /// Maps the server's object if it has everything that a change has sent; `nil` otherwise.
    func confirm(_ change: ResourceRequest) async throws(RemoteError) -> RemoteOutcome? {
        let decision = options.statusRules.decision(
            .object, status: exchange.status, body: exchange.body)
        guard decision == .map, let target = job.target, let body = change.body,
            let sent = try? plan.document(
                from: body, contentType: change.headers["Content-Type"])
        else { return nil }
        let mapping = try mapping()
        let responses = ResourceResponses(mapping.operation)
        let saved: SavedObject? = try await commit { context, records -> SavedObject? in
            try noteSaving(in: context)
            let outcome = try responses.apply(
                mapping.document, of: .save, to: [target], in: context)
            guard case .known = outcome.binding, let object = try context.object(with: target),
                let whole = try representation(of: object, for: change.method),
                PayloadNode(whole.root).contains(PayloadNode(sent.root))
            else { return nil }
            try responses.operation.commit(in: context) {
                for key in records ? try obsoleteKeys(in: context) : [] {
                    try move(key, to: nil, in: context)
                }
            } completing: {
                try complete(context, outcome.result, records)
            }
            return SavedObject(result: outcome.result, bindings: outcome.binding.map { [$0] } ?? [])
        }
        return saved.map(RemoteOutcome.saved)
    }

    /// Returns the full representation of an object, in the form of its changes.
    private func representation(
        of object: ManagedObject, for method: ResourceRequest.Method
    ) throws -> PayloadDocument? {
        guard let descriptor = plan.request(for: object.entity, method) else { return nil }
        let own = plan.mappings.remoteMapping(of: object.entity)
            .map { plan.mappings.mappings.mappings[$0].name }
        guard let name = descriptor.mapping ?? own else { return nil }
        return try RepresentationWriter(
            plan.mappings, mapping: name, profile: .update, root: descriptor.root, excluding: []
        ).document(for: object)
    }
}

extension PayloadNode {
    /// Tests whether the node contains all members of a second node; absent members equal `null`.
    fileprivate func contains(_ other: PayloadNode) -> Bool {
        guard case .object(let own) = self, case .object(let others) = other else {
            return self == other
        }
        return others.allSatisfy { member in
            let value = own.first { $0.key.hasSameBytes(as: member.key) }?.value ?? .null
            return value.contains(member.value)
        }
    }
}
