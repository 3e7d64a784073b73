import Payload

/// What the writing of some values shares: what nil becomes, and where the writer is.
struct ObjectWritingPass {
    private let profile: ObjectProfile
    private let depthLimit: Int
    /// How the writer came to where it is.
    private var steps: [Step] = []
    /// The values that are being written, outermost first.
    private var open: [Instance?] = []

    /// One step inwards: an element of the list of all values, or of a property.
    private struct Step {
        let property: String?
        /// The place in a list that has an order.
        let index: Int?
    }

    /// An instance of a class, and the mapping that it is written by.
    private struct Instance: Equatable {
        let object: ObjectIdentifier
        let mapping: ObjectMappingKey
    }

    init(profile: ObjectProfile, depthLimit: Int) {
        self.profile = profile
        self.depthLimit = depthLimit
    }

    /// What is written for nil; `nil` for nothing.
    var nilNode: PayloadNode? { profile == .create ? nil : .null }

    /// Goes to a value of a property, or to one of those that the caller handed over.
    mutating func enter(_ property: String?, index: Int?) {
        steps.append(Step(property: property, index: index))
    }

    /// Goes back.
    mutating func leave() { steps.removeLast() }

    /// Begins to write a value.
    ///
    /// - Throws: ``MappingError`` if there would be no end, or too many are inside one another.
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

    /// Ends what ``begin(_:by:)`` began.
    mutating func end() { open.removeLast() }

    /// An error about something, and where it is.
    func error(
        _ code: MappingError.Code, _ subject: String, _ message: String
    ) -> MappingError {
        MappingError(code, "\(subject)\(place): \(message)")
    }

    /// Where the writer is, as in ` at [2].friends[0]`; of a long way only the beginning.
    private var place: String {
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
