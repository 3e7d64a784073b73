import HTTPValues
import MercatorPayload
import ObjectGraph
import RepresentationWriting

/// Bodies with several objects.
extension RemotePlan {
    /// Returns the content of a body with objects, whose descriptors must fit together.
    func content(
        of objects: [ManagedObject], _ method: ResourceRequest.Method,
        _ parameters: [String: Value]
    ) throws(RemoteError) -> BodyContent {
        guard method.profile != nil else {
            throw RemoteError(
                .invalidRequest,
                "expected POST, PUT or PATCH, found \(method.rawValue), which sends no objects; "
                    + "request them one by one")
        }
        guard !objects.isEmpty else {
            throw RemoteError(.invalidRequest, "expected at least one object, found none")
        }
        var content = BodyContent(isList: true, parameters: parameters)
        for object in objects {
            guard let descriptor = request(for: object.entity, method) else {
                throw RemoteError(
                    .unwritableObject,
                    "no descriptor for \(method.rawValue) of \(object.entity.name), so it cannot "
                        + "be sent with others; add one by addRequest")
            }
            content.parts.append(BodyContent.Part(object, descriptor))
        }
        try check(content, method)
        return content
    }

    private func check(
        _ content: BodyContent, _ method: ResourceRequest.Method
    ) throws(RemoteError) {
        guard let first = content.descriptor else { return }
        for part in content.parts where part.descriptor != first {
            let other = part.descriptor
            guard other.format == first.format, other.headers == first.headers else {
                throw RemoteError(
                    .unwritableObject,
                    "\(first) and \(other) have different formats or header fields, but a request "
                        + "has one body; send the objects one by one")
            }
            guard other.root.components.isEmpty == first.root.components.isEmpty else {
                throw RemoteError(
                    .unwritableObject,
                    "of \(first) and \(other), one has a root and the other has none; give all of "
                        + "them a root, or none")
            }
        }
        guard content.parameters.isEmpty || !first.root.components.isEmpty else {
            throw RemoteError(
                .unwritableObject,
                "\(first) has no root, so the body is an array, which has no place for parameters; "
                    + "give the descriptor a root, or leave out the parameters")
        }
        let merging = content.parts.first { $0.descriptor.patch == .mergePatch }
        guard method == .patch, let merging else { return }
        throw RemoteError(
            .unwritableObject,
            "\(merging.descriptor): a merge patch is about one resource; send the objects one by "
                + "one, or use .changes")
    }

    /// Writes the objects; consecutive objects with the same writer are written together.
    func parts(
        of content: BodyContent, _ profile: RepresentationProfile
    ) throws -> [RepresentationPart] {
        var written: [RepresentationPart] = []
        var rest = content.parts[...]
        while let first = rest.first {
            let run = rest.prefix { part in
                part.descriptor == first.descriptor
                    && part.object.entity.name == first.object.entity.name
                    && part.object.context === first.object.context
            }
            written.append(try writer(of: first, profile).part(for: run.map(\.object)))
            rest = rest.dropFirst(run.count)
        }
        return written
    }
}
