public import MercatorPayload

/// A representation with its surroundings in the payload, passed to closures that select a mapping.
///
/// ```swift
/// animals.add(.closure("by position", among: ["Cat", "Dog"]) { context in
///     context.index == 0 ? .use("Cat") : .use("Dog")
/// })
/// ```
public struct MappingContext: Sendable {
    /// The value to be mapped.
    public let representation: PayloadValue
    /// The enclosing objects, nearest first, up to the record at the root path.
    public let parents: [PayloadValue]
    /// The zero-based index of the representation in its array; `nil` if it is not an element.
    public let index: Int?
    /// The root path of the record that contains the representation.
    public let rootPath: PayloadPath
    /// The metadata passed by the caller along with the payload.
    public let metadata: PayloadValue?

    package init(
        representation: PayloadValue, parents: [PayloadValue], index: Int?, rootPath: PayloadPath,
        metadata: PayloadValue?
    ) {
        self.representation = representation
        self.parents = parents
        self.index = index
        self.rootPath = rootPath
        self.metadata = metadata
    }

    /// The top-level value of the payload.
    public var root: PayloadValue { representation.document.root }

    /// The object that encloses the representation.
    public var parent: PayloadValue? { parents.first }

    /// The representation found at the root path.
    public var record: PayloadValue { parents.last ?? representation }

    /// The key of the representation's only member.
    ///
    /// For an object treated as a collection, it is the key of the element.
    public var key: String? { keyValue?.string }

    private var keyValue: PayloadValue? {
        guard representation.kind == .object, representation.count == 1 else { return nil }
        let document = representation.document
        return PayloadValue(
            document, at: document.tape.firstChild(of: representation.position))
    }

    /// Returns the value at a path.
    ///
    /// - Parameter path: A path, which may begin with a context such as `@parent`.
    /// - Returns: The value, or `nil` if it is absent.
    public func value(at path: PayloadPath) -> PayloadValue? {
        var steps = path.components[...]
        var start: PayloadValue? = representation
        while case .context? = steps.first?.kind {
            switch PathScope(removedFrom: &steps) {
            case .representation: start = representation
            case .root: start = root
            case .record: start = record
            case .metadata: start = metadata
            case .rest: start = nil
            case .key: start = keyValue
            case .parent(let level): start = level <= parents.count ? parents[level - 1] : nil
            }
        }
        guard path.problem == nil else { return nil }
        return start?.value(at: PayloadPath(Array(steps)))
    }
}
