/// JSON of any type in schema structs and plain values.
///
/// ```swift
/// let address = Attribute<[String: Value]?>("address")     // {"street": "Main", "number": 7}
/// let extras  = Attribute<[Value]>("extras", default: [])
/// let answer  = Attribute<Value?>("answer")                // any JSON value
/// ```
///
/// A single `Value` has no corresponding attribute type: it is stored as an array of one element.
/// Typed reads, typed conditions, mappings and writers use the element. Access by name and other
/// programs see the array: `object["answer"]` is `[7]`, and in a file,
/// `json_extract(answer, '$[0]')` is the value.
extension Value: AttributeValue {
    /// ``AttributeType/array``: the value is its only element.
    public static var attributeType: AttributeType { .array }

    /// Reads the only element of an array.
    public init?(attributeValue: Value) {
        guard case .array(let elements) = attributeValue, elements.count == 1 else { return nil }
        self = elements[0]
    }

    /// An array that contains the value in its JSON form; ``null`` for null.
    public var attributeValue: Value { isNull ? .null : .array([element]) }

    /// Reads any element.
    public init?(elementValue: Value) { self = elementValue }

    /// The value in its JSON form.
    public var elementValue: Value { element }

    /// Null.
    public static var placeholder: Self? { .some(.null) }
}
