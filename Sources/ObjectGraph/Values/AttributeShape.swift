/// The shape of an attribute's Swift type, for attributes of schema structs.
///
/// All shapes compare equal, so they do not affect the equality of models.
package struct AttributeShape: Sendable, Hashable {
    /// The shape; `nil` if the Swift type accepts every value of the attribute type.
    package let shape: ValueShape?
    /// The defect of the default value, or of its absence; otherwise `nil`.
    let defaultFault: DefaultFault?

    /// The defect of a default value.
    enum DefaultFault: Sendable {
        /// There is no default, and thus no value to read instead of an invalid stored value.
        case missing
        /// No store can keep the default.
        case outlier
    }

    /// The shape that accepts every value of the attribute type.
    package static let everything = AttributeShape(shape: nil, defaultFault: nil)

    private init(shape: ValueShape?, defaultFault: DefaultFault?) {
        self.shape = shape
        self.defaultFault = defaultFault
    }

    /// Creates the shape of a Swift type, and checks a default value.
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
