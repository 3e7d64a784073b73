/// The shape of an attribute's Swift type, for attributes of schema structs.
///
/// All shapes compare equal, so they do not affect the equality of models.
package struct AttributeShape: Sendable, Hashable {
    /// The shape; `nil` if the Swift type accepts every value of the attribute type.
    package let shape: ValueShape?
    /// What is wrong with having no default, or with the one there is.
    let defaultFault: DefaultFault?

    /// Why an attribute has no default, and needs one.
    enum DefaultFault: Sendable {
        /// There is no value to read where the stored one is bad.
        case missing
        /// It is a value that no store can keep.
        case outlier
    }

    /// The shape that accepts every value of the attribute type.
    package static let everything = AttributeShape(shape: nil, defaultFault: nil)

    private init(shape: ValueShape?, defaultFault: DefaultFault?) {
        self.shape = shape
        self.defaultFault = defaultFault
    }

    /// The shape of a Swift type, and what is wrong with a default of it.
    package init<Content: AttributeValue>(of type: Content.Type, default value: Content? = nil) {
        let shape = ValueShape(of: type)
        if case .everything = shape.content {
            self.shape = nil
        } else {
            self.shape = shape
        }
        defaultFault =
            value?.outlier != nil ? .outlier : Content.placeholder == nil ? .missing : nil
    }

    package static func == (left: AttributeShape, right: AttributeShape) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}
