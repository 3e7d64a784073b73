/// The shape of an attribute's Swift type, if its model was made of schema structs.
///
/// All are equal: a model has no other meaning for who reads it by name.
package struct AttributeShape: Sendable, Hashable {
    /// The shape; `nil` if every value of the attribute type will do.
    package let shape: ValueShape?
    /// Why the attribute needs a default, if there is no value to read where the stored one is bad.
    let lacksPlaceholder: Bool

    /// Every value of the attribute type.
    package static let everything = AttributeShape(shape: nil, lacksPlaceholder: false)

    private init(shape: ValueShape?, lacksPlaceholder: Bool) {
        self.shape = shape
        self.lacksPlaceholder = lacksPlaceholder
    }

    /// The shape of a Swift type.
    package init<Content: AttributeValue>(of type: Content.Type) {
        let shape = ValueShape(of: type)
        if case .everything = shape.content {
            self.shape = nil
        } else {
            self.shape = shape
        }
        lacksPlaceholder = Content.placeholder == nil
    }

    package static func == (left: AttributeShape, right: AttributeShape) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}
