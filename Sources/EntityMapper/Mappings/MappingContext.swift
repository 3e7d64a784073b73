public import Payload

/// A representation with everything around it, for closures that decide about it.
///
/// ```swift
/// animals.add(.closure("by position", among: ["Cat", "Dog"]) { context in
///     context.index == 0 ? .use("Cat") : .use("Dog")
/// })
/// ```
public struct MappingContext: Sendable {
    /// The value that is to be mapped.
    public let representation: PayloadValue
    /// The objects around it, nearest first, up to the record that a root path led to.
    public let parents: [PayloadValue]
    /// Its place in the list it is an element of, from 0; `nil` if it is not in one.
    public let index: Int?
    /// The root path that led here.
    public let rootPath: PayloadPath
    /// What the caller passed beside the payload.
    public let metadata: PayloadValue?

    /// The top of the payload.
    public var root: PayloadValue { representation.document.root }

    /// The object around the representation.
    public var parent: PayloadValue? { parents.first }

    /// The representation that the root path led to.
    public var record: PayloadValue { parents.last ?? representation }

    /// The key of the only member; where an object stands for a list, the key of the element.
    public var key: String? { keyValue?.string }

    private var keyValue: PayloadValue? {
        guard representation.kind == .object, representation.count == 1 else { return nil }
        let document = representation.document
        return PayloadValue(
            document, at: document.tape.firstChild(of: representation.position))
    }

    /// The value at the end of a path.
    ///
    /// - Parameter path: A path; it may begin with a context such as `@parent`.
    /// - Returns: The value; `nil` if it is absent.
    public func value(at path: PayloadPath) -> PayloadValue? {
        var steps = path.components[...]
        var start: PayloadValue? = representation
        var level = 0
        while case .context(let context)? = steps.first?.kind {
            steps.removeFirst()
            switch context {
            case .root: start = root
            case .record: start = record
            case .metadata: start = metadata
            case .key: start = keyValue
            case .parent:
                start = level < parents.count ? parents[level] : nil
                level += 1
            }
        }
        guard path.problem == nil else { return nil }
        return start?.value(at: PayloadPath(Array(steps)))
    }
}
