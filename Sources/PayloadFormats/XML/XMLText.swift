/// A part of the text of an element.
package struct XMLText {
    /// The text as UTF-8, with references resolved and line breaks normalised to line feeds.
    package let bytes: [UInt8]
    /// Indicates whether white space is significant, as in CDATA and character references.
    package let isVerbatim: Bool
    /// The start offset of the text.
    package let offset: Int
}
