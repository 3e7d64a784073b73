/// What an XML document consists of, in the order of the bytes.
enum XMLEvent {
    /// An element begins; an empty one ends with the next event.
    case start(XMLStartTag)
    /// Text, or a part of it.
    case text(XMLText)
    /// The element that began last and has not ended yet ends.
    case end
}

/// The beginning of an element.
struct XMLStartTag {
    /// The name as written, with its prefix.
    let name: String
    /// The attributes in their order, each name once.
    let attributes: [(name: String, value: String)]
    /// Where the element begins.
    let offset: Int
}

/// A part of the text of an element.
struct XMLText {
    /// The text as UTF-8, references resolved, line breaks as line feeds.
    let bytes: [UInt8]
    /// Whether white space in it is meant: in CDATA and in character references.
    let isVerbatim: Bool
    /// Where the text begins.
    let offset: Int
}
