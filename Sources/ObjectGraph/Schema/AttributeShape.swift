/// The shape of an attribute's Swift type, if its model was made of schema structs.
///
/// All are equal: a model has no other meaning for who reads it by name.
package struct AttributeShape: Sendable, Hashable {
    /// The shape; `nil` if every value of the attribute type will do.
    package let shape: ValueShape?
    /// Why the attribute needs a default, if there is no value to read where the stored one is bad.
    let lacksPlaceholder: Bool
    /// Whether the default is a value that no store can keep.
    let losesDefault: Bool

    /// Every value of the attribute type.
    package static let everything = AttributeShape(
        shape: nil, lacksPlaceholder: false, losesDefault: false)

    private init(shape: ValueShape?, lacksPlaceholder: Bool, losesDefault: Bool) {
        self.shape = shape
        self.lacksPlaceholder = lacksPlaceholder
        self.losesDefault = losesDefault
    }

    /// The shape of a Swift type, and what is wrong with a default of it.
    package init<Content: AttributeValue>(of type: Content.Type, default value: Content? = nil) {
        let shape = ValueShape(of: type)
        if case .everything = shape.content {
            self.shape = nil
        } else {
            self.shape = shape
        }
        lacksPlaceholder = Content.placeholder == nil
        losesDefault = value?.outlier != nil
    }

    package static func == (left: AttributeShape, right: AttributeShape) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}
