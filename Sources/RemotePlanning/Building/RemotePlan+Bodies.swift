import EntityMapper
package import HTTPValues
import MercatorPayload
package import ObjectGraph
import PayloadFormats
import RepresentationWriting

/// The content of a body before it is written.
struct BodyContent {
    var parts: [Part] = []
    /// Whether the objects are sent as arrays, even if there is only one.
    var isList = false
    var parameters: [String: Value] = [:]

    /// An object with its representation.
    struct Part {
        let object: ManagedObject
        let descriptor: RequestDescriptor

        init(_ object: ManagedObject, _ descriptor: RequestDescriptor) {
            self.object = object
            self.descriptor = descriptor
        }
    }

    /// The descriptor with the format and the fields; `nil` if no object is sent.
    var descriptor: RequestDescriptor? { parts.first?.descriptor }
}

/// Bodies, queries and header fields.
extension RemotePlan {
    /// Writes a query with brackets for nested values, sorted by name.
    func form(_ members: [String: Value]) throws(RemoteError) -> String {
        guard !members.isEmpty else { return "" }
        do {
            let bytes = try PayloadFormat.form.bytes(from: try document(of: members))
            return String(decoding: bytes, as: UTF8.self)
        } catch {
            throw RemoteError(
                .invalidRequest, "the query cannot be written: \(error)", cause: error)
        }
    }

    /// Returns a query; an array yields one parameter per element: `tag=a&tag=b`.
    ///
    /// A name with brackets (`ids[]`) yields them, for servers that expect these.
    package func query(_ parameters: [String: Value]) throws(RemoteError) -> String {
        var pairs: [String] = []
        for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
            guard case .array(let elements) = value else {
                pairs.append(try form([name: value]))
                continue
            }
            for element in elements { pairs.append(try form([name: element])) }
        }
        return pairs.filter { !$0.isEmpty }.joined(separator: "&")
    }

    /// Writes the body and its content type; `nil` if there is nothing to send.
    func body(
        _ content: BodyContent, _ method: ResourceRequest.Method
    ) throws(RemoteError) -> (bytes: [UInt8], type: String)? {
        let format = content.descriptor?.format ?? .json
        let isMerging = method == .patch && content.descriptor?.patch == .mergePatch
        do {
            guard let document = try document(content, method) else { return nil }
            return (
                try format.bytes(from: document),
                isMerging
                    ? "application/merge-patch+json"
                    : format.mimeTypes.first?.text ?? "application/octet-stream"
            )
        } catch let error as RemoteError {
            throw error
        } catch {
            throw RemoteError(
                .unwritableObject, "the body of a \(method.rawValue): \(error)", cause: error)
        }
    }

    private func document(
        _ content: BodyContent, _ method: ResourceRequest.Method
    ) throws -> PayloadDocument? {
        guard let part = content.parts.first, let profile = method.profile else {
            return content.parameters.isEmpty ? nil : try document(of: content.parameters)
        }
        if content.isList {
            return try RepresentationWriter.document(
                joining: try parts(of: content, profile), adding: content.parameters)
        }
        if method == .patch, part.descriptor.patch == .mergePatch {
            let patch = try mergePatch(of: part.object, part.descriptor)
            let parameters = try self.document(of: content.parameters)
            return try patch.map { try $0.merging(parameters) }
        }
        return try writer(of: part, profile).document(for: part.object, adding: content.parameters)
    }

    func writer(
        of part: BodyContent.Part, _ profile: RepresentationProfile
    ) throws(RemoteError) -> RepresentationWriter {
        let entity = part.object.entity
        if let writer = writer(of: entity, part.descriptor, profile) { return writer }
        throw RemoteError(
            .unwritableObject,
            "nothing is mapped for \(entity.name); add an EntityMapping for it")
    }

    private func document(of members: [String: Value]) throws -> PayloadDocument {
        guard let node = PayloadNode(.dictionary(members)) else {
            throw RemoteError(
                .invalidRequest, "expected finite numbers, found an infinite one; leave it out")
        }
        return try PayloadDocument(writing: node)
    }

    /// Joins the fields of the server, of the content and of the caller; the last one wins.
    package func fields(
        _ content: HeaderFields?, _ own: HeaderFields, _ contentType: String?
    ) throws(RemoteError) -> HeaderFields {
        for field in own.fields {
            if let problem = HeaderRules.problem(field.name, field.value) {
                throw RemoteError(.invalidRequest, problem)
            }
        }
        var fields: HeaderFields = [:]
        let accepted = server.formats.acceptedTypes
        if !accepted.isEmpty { fields["Accept"] = accepted.joined(separator: ", ") }
        fields["Content-Type"] = contentType
        for headers in [server.headers, content ?? [:], own] {
            for field in headers.fields { fields[field.name] = field.value }
        }
        if contentType == nil { fields["Content-Type"] = nil }
        return fields
    }
}
