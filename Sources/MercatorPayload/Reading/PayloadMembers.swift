/// The members of an object, in payload order, including duplicate keys.
///
/// ```swift
/// for (key, value) in try PayloadDocument(parsing: #"{"a": 1}"#).root.members {
///     print(key, value.kind)
/// }
/// ```
public struct PayloadMembers: Sequence, Sendable {
    let object: PayloadValue

    /// The number of members.
    public var underestimatedCount: Int { object.kind == .object ? object.count : 0 }

    /// Creates an iterator at the first member.
    public func makeIterator() -> Iterator {
        Iterator(object)
    }

    /// An iterator over the members of an object.
    public struct Iterator: IteratorProtocol, Sendable {
        private let document: PayloadDocument
        private var position: Int
        private let end: Int

        fileprivate init(_ object: PayloadValue) {
            document = object.document
            let tape = document.tape
            position = tape.firstChild(of: object.position)
            end = object.kind == .object ? tape.end(of: object.position) : position
        }

        /// Returns the next member, or `nil` after the last.
        public mutating func next() -> (key: String, value: PayloadValue)? {
            guard position < end else { return nil }
            let key = position
            position = document.tape.next(after: key + 1)
            return (document.tape.string(at: key), PayloadValue(document, at: key + 1))
        }
    }
}
