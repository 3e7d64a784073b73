public import EntityMapper

extension ValueTransform {
    /// Returns the same transform with a different name.
    ///
    /// An annotated model may use a different name for it.
    ///
    /// ```swift
    /// let transforms = [ValueTransform.date(format: "yyyy-MM-dd").named("DateTransformer")]
    /// ```
    ///
    /// - Parameter name: The name; transforms with equal names are considered equal.
    /// - Returns: The transform.
    public func named(_ name: String) -> ValueTransform { ValueTransform(name, form: form) }
}
