public import HTTPValues
public import MercatorPayload
public import PayloadFormats

/// The body of requests that send objects of an entity.
///
/// ```swift
/// server.addRequest(RequestDescriptor(for: "Article", root: "article", patch: .mergePatch))
/// ```
///
/// The profile of the writer follows from the method: a POST creates, a PUT updates, a PATCH sends
/// the changes since the last save. GET, HEAD and DELETE never send an object.
///
/// Source: RestKit's `RKRequestDescriptor`, which had a second set of mappings.
public struct RequestDescriptor: Sendable, Hashable, CustomStringConvertible {
    /// The form of the body of a PATCH.
    public enum PatchForm: String, Sendable, Hashable, CaseIterable {
        /// The changed members in the format of the descriptor.
        case changes
        /// A JSON merge patch: arrays are complete, and `null` removes a member.
        ///
        /// Source: RFC 7396.
        case mergePatch
    }

    /// The name of the entity, whose sub-entities are included.
    public var entity: String
    /// The path of the object in the body, consisting of keys.
    public var root: PayloadPath
    /// The methods of the descriptor.
    public var methods: MethodSet
    /// The name of the mapping; by default, the name of the object's entity or nearest ancestor.
    public var mapping: String?
    /// The format of the body.
    public var format: PayloadFormat
    /// The form of the body of a PATCH.
    public var patch: PatchForm
    /// The name of the attribute with the version of an object; `nil` if there is none.
    ///
    /// PUT, PATCH and DELETE require that the server's version equals the saved version of the
    /// object: `If-Match` is the value of the attribute in quotation marks. An example is Kinto's
    /// `last_modified`. Without the attribute, or while it has no value, the version is the `ETag`
    /// of the last response, see `RemoteOptions.sendsIfMatch`.
    ///
    /// Source: RFC 9110, section 13.1.1.
    public var version: String?
    /// Header fields in addition to the server's.
    public var headers: HeaderFields

    /// Creates a descriptor.
    ///
    /// - Parameters:
    ///   - entity: The name of the entity, whose sub-entities are included.
    ///   - root: The path of the object in the body, consisting of keys.
    ///   - methods: The methods of the descriptor.
    ///   - mapping: The name of the mapping; by default, the name of the entity.
    ///   - format: The format of the body, which determines its content type.
    ///   - patch: The form of the body of a PATCH.
    ///   - version: The name of the attribute with the version of an object.
    ///   - headers: Header fields in addition to the server's.
    public init(
        for entity: String, root: some PayloadPathConvertible = PayloadPath.root,
        methods: MethodSet = .any, using mapping: String? = nil, format: PayloadFormat = .json,
        patch: PatchForm = .changes, version: String? = nil, headers: HeaderFields = [:]
    ) {
        self.entity = entity
        self.root = PayloadPath(declared: root)
        self.methods = methods
        self.mapping = mapping
        self.format = format
        self.patch = patch
        self.version = version
        self.headers = headers
    }

    /// The entity and the methods, such as `request of Article (any method)`.
    public var description: String { "request of \(entity) (\(methods))" }
}
