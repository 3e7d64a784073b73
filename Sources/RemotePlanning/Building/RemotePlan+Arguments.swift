import EntityMapper
import MercatorPayload
import ObjectGraph
import RepresentationWriting

/// The arguments of paths.
extension RemotePlan {
    /// Returns the texts of the parameters of a route, from arguments or else from an object.
    ///
    /// A parameter without a value is left out; the pattern reports it.
    func texts(
        _ route: Route, _ object: ManagedObject?, _ arguments: [String: Value]
    ) throws(RemoteError) -> [String: String] {
        let parameters = route.pattern.parameters
        var texts: [String: String] = [:]
        for (name, value) in arguments.sorted(by: { $0.key < $1.key }) {
            guard parameters.contains(name) else {
                throw RemoteError(
                    .invalidArgument,
                    "\(route): there is no parameter ':\(name)'"
                        + Suggestion.text(for: name, among: parameters))
            }
            guard let text = PayloadNode(value)?.keyText else {
                throw RemoteError(
                    .invalidArgument,
                    "\(route): ':\(name)': expected a text, a number or a truth value, found "
                        + "something else")
            }
            texts[name] = text
        }
        guard let object else { return texts }
        for name in parameters where texts[name] == nil {
            texts[name] = try text(of: name, object, route)
        }
        return texts
    }

    /// Returns the value at a path of an object in its written form, or `nil`.
    private func text(
        of name: String, _ object: ManagedObject, _ route: Route
    ) throws(RemoteError) -> String? {
        guard object.exists else {
            throw RemoteError(
                .invalidArgument,
                "\(route): \(object.objectID) was deleted; create the request before")
        }
        var problem = ""
        guard let path = AttributePath(name, of: object.entity, in: mappings.model, &problem) else {
            throw RemoteError(.invalidArgument, "\(route): ':\(name)': \(problem)")
        }
        var object = object
        for relationship in path.relationships {
            guard let destination = object[toOne: relationship] else { return nil }
            object = destination
        }
        let value = object[path.attribute]
        guard !value.isNull else { return nil }
        let conversion = conversion(of: path.attribute, of: object.entity)
        guard case .node(let node) = conversion.representation(of: value), let text = node.keyText
        else {
            throw RemoteError(
                .invalidArgument,
                "\(route): ':\(name)': expected a text, a number or a truth value, found something "
                    + "else; use another transform, or pass an argument")
        }
        return text
    }
}
