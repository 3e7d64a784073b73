/// What an XML document consists of, in the order of the bytes.
package enum XMLEvent {
    /// An element begins; an empty one ends with the next event.
    case start(XMLStartTag)
    /// Text, or a part of it.
    case text(XMLText)
    /// The element that began last and has not ended yet ends.
    case end
}

/// The beginning of an element.
package struct XMLStartTag {
    /// The name as written, with its prefix.
    package let name: String
    /// The attributes in their order, each name once.
    package let attributes: [(name: String, value: String)]
    /// Where the element begins.
    package let offset: Int
}

/// A part of the text of an element.
package struct XMLText {
    /// The text as UTF-8, references resolved, line breaks as line feeds.
    package let bytes: [UInt8]
    /// Whether white space in it is meant: in CDATA and in character references.
    package let isVerbatim: Bool
    /// Where the text begins.
    package let offset: Int
}
