import EntityMapper
import MercatorPayload
import RepresentationWriting

/// The state of writing values: the treatment of nil, and the current path.
struct ObjectWritingPass {
    private let profile: ObjectProfile
    private let depthLimit: Int
    /// The path from the outermost written value to the current value.
    private var steps: [Step] = []
    /// The values that are currently being written, outermost first.
    private var open: [Instance?] = []

    /// A step of the path: an element of the list of all values, or of a property.
    private struct Step {
        let property: String?
        /// The index in an ordered list.
        let index: Int?
    }

    /// A class instance, and the mapping that writes it.
    private struct Instance: Equatable {
        let object: ObjectIdentifier
        let mapping: ObjectMappingKey
    }

    init(profile: ObjectProfile, depthLimit: Int) {
        self.profile = profile
        self.depthLimit = depthLimit
    }

    /// The node that is written for nil; `nil` to omit it.
    var nilNode: PayloadNode? { profile == .create ? nil : .null }

    /// Descends to a value of a property, or to one of the values passed by the caller.
    mutating func enter(_ property: String?, index: Int?) {
        steps.append(Step(property: property, index: index))
    }

    /// Returns to the enclosing value.
    mutating func leave() { steps.removeLast() }

    /// Begins to write a value.
    ///
    /// - Throws: ``MappingError`` if the value is nested in itself, or if the depth limit is
    ///   exceeded.
    mutating func begin<Mapped>(_ value: Mapped, by key: ObjectMappingKey) throws(MappingError) {
        var instance: Instance?
        if type(of: value as Any) is any AnyObject.Type {
            instance = Instance(object: ObjectIdentifier(value as AnyObject), mapping: key)
        }
        if let instance, open.contains(instance) {
            throw error(
                .depthExceeded, key.name,
                "expected another instance, found one that is being written already, so there "
                    + "would be no end; make the relationship that leads back read-only")
        }
        guard open.count < depthLimit else {
            throw error(
                .depthExceeded, key.name,
                "more than \(depthLimit) values inside one another; raise depthLimit, or make a "
                    + "relationship on the way read-only")
        }
        open.append(instance)
    }

    /// Ends the value begun by ``begin(_:by:)``.
    mutating func end() { open.removeLast() }

    /// Creates an error with the current path.
    func error(
        _ code: MappingError.Code, _ subject: String, _ message: String
    ) -> MappingError {
        MappingError(code, "\(subject)\(location): \(message)")
    }

    /// The current path, as in ` at [2].friends[0]`; only the first steps of a long path.
    private var location: String {
        let limit = 8
        var text = ""
        for step in steps.prefix(limit) {
            if let property = step.property { text += text.isEmpty ? property : ".\(property)" }
            if let index = step.index { text += "[\(index)]" }
        }
        if steps.count > limit { text += "…" }
        return text.isEmpty ? "" : " at \(text)"
    }
}
