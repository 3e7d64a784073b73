import ObjectGraph

/// A value for an attribute of another object.
struct RoutedValue {
    let record: RecordIndex
    /// The index of the route in the record's plan.
    let route: Int
    let location: TapeIndex
    let value: Value
    /// Indicates whether the value is a substitute for an unknown case.
    let isSubstitute: Bool
}
