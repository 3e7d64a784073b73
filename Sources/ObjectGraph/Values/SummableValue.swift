/// An attribute value that can be summed.
public protocol SummableValue: AttributeValue {
    /// The type of sums.
    associatedtype Sum: AttributeValue
}

extension Int: SummableValue {
    /// An integer of 64 bits.
    public typealias Sum = Int
}

extension Int64: SummableValue {
    /// An integer of 64 bits.
    public typealias Sum = Int64
}

extension Int32: SummableValue {
    /// An integer of 64 bits.
    public typealias Sum = Int
}

extension Int16: SummableValue {
    /// An integer of 64 bits.
    public typealias Sum = Int
}

extension Double: SummableValue {
    /// A floating-point number of 64 bits.
    public typealias Sum = Double
}

extension Float: SummableValue {
    /// A floating-point number of 64 bits.
    public typealias Sum = Double
}
