/// An event of an XML document, in document order.
package enum XMLEvent {
    /// The beginning of an element; for an empty element, ``end`` follows immediately.
    case start(XMLStartTag)
    /// Text, or a part of it.
    case text(XMLText)
    /// The end of the innermost open element.
    case end
}

/// The start tag of an element.
package struct XMLStartTag {
    /// The name as written, including its prefix.
    package let name: String
    /// The attributes in order, with distinct names.
    package let attributes: [(name: String, value: String)]
    /// The start offset of the element.
    package let offset: Int
}
