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

/// A part of the text of an element.
package struct XMLText {
    /// The text as UTF-8, with references resolved and line breaks normalised to line feeds.
    package let bytes: [UInt8]
    /// Indicates whether white space is significant, as in CDATA and character references.
    package let isVerbatim: Bool
    /// The start offset of the text.
    package let offset: Int
}
