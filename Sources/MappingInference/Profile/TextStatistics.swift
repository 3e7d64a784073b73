/// The statistics of texts at a node, with counts by form.
package struct TextStatistics: Sendable {
    package internal(set) var empty = 0
    package internal(set) var lengths = LengthRange()
    /// The texts that fit each form; one text may fit several.
    package internal(set) var forms: [TextForm: Int] = [:]
    /// The collections of URLs, absolute or of the form `/a/b/1/`: the last two steps before the
    /// last one, joined by a slash (`issues/comments`); at most 64, then counted as overflow.
    package internal(set) var collections: [String: Int] = [:]
    package internal(set) var collectionOverflow = 0
    /// The last steps of the URLs that have a collection.
    package internal(set) var collectionKeys = ValueSample()
    /// The distinct texts and their counts while there are at most 64 of at most 40 bytes.
    package internal(set) var words: [String: Int]? = [:]
}
