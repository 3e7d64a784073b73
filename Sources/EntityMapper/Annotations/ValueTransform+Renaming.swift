extension ValueTransform {
    /// The same transform under another name, such as the one that an annotated model calls it by.
    ///
    /// ```swift
    /// let transforms = [ValueTransform.date(format: "yyyy-MM-dd").named("DateTransformer")]
    /// ```
    ///
    /// - Parameter name: The name; transforms with one name are taken to be the same.
    /// - Returns: The transform.
    public func named(_ name: String) -> ValueTransform { ValueTransform(name, form: form) }
}
