import EntityMapper
import HTTPValues
import MercatorPayload
import ObjectGraph
import OrphanDetection
import ResourceMapping

extension RemotePlan {
    /// Returns the scopes of descriptors for the arguments of the requested path; `nil` if there
    /// are none, or if the response cannot prove that an object is absent.
    func orphans(
        of parts: [ResponseChoice.Part], _ method: ResourceRequest.Method, _ status: Int
    ) throws(RemoteError) -> OrphanDeletion? {
        guard status == 200 || status == 203 else { return nil }
        var scopes: [OrphanDeletion.Scope] = []
        for part in parts {
            guard let scope = part.descriptor.scope,
                method == .get || part.descriptor.isComplete
            else { continue }
            for request in try requests(of: scope, part.arguments) {
                scopes.append(OrphanDeletion.Scope(request, limit: scope.limit))
            }
        }
        return scopes.isEmpty ? nil : OrphanDeletion(scopes)
    }

    private func requests(
        of scope: OrphanScope, _ arguments: [String: String]
    ) throws(RemoteError) -> [FetchRequest] {
        switch scope.form {
        case .custom(_, let requests): return requests(arguments)
        case .objects(let entity, let names):
            var request = FetchRequest(entity)
            for (attribute, parameter) in names.sorted(by: { $0.key < $1.key }) {
                let value = try value(
                    of: parameter, arguments, as: attribute, of: entity)
                request.predicate =
                    request.predicate && PropertyPath(attribute) == value
            }
            return [request]
        }
    }

    /// Returns an argument as a value of an attribute, read as the mapping of the entity reads it.
    private func value(
        of parameter: String, _ arguments: [String: String], as attribute: String, of entity: String
    ) throws(RemoteError) -> Value {
        guard let text = arguments[parameter], let entity = mappings.model[entity],
            let document = try? PayloadDocument(writing: .string(text)),
            case .value(let value) = conversion(of: attribute, of: entity)
                .convert(document, at: 0), !value.isNull
        else {
            throw RemoteError(
                .invalidArgument,
                "':\(parameter)': expected a value of \(entity).\(attribute), found something else; "
                    + "nothing was mapped, since the scope of orphans is unknown")
        }
        return value
    }
}
