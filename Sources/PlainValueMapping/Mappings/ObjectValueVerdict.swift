/// The result of validating a converted value of a plain property.
public enum ObjectValueVerdict<Value> {
    /// The value is assigned.
    case accept
    /// The value is skipped silently, and the property keeps its value.
    case decline
    /// Another value is assigned instead.
    case replace(Value)
    /// The value is invalid; the string names the expected value. The failure policy applies.
    case reject(String)
}

extension ObjectValueVerdict: Sendable where Value: Sendable {}
extension ObjectValueVerdict: Equatable where Value: Equatable {}
extension ObjectValueVerdict: Hashable where Value: Hashable {}
