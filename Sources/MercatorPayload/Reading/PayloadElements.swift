/// The elements of an array, in payload order.
///
/// ```swift
/// let numbers = try PayloadDocument(parsing: "[1, 2, 3]").root.elements.compactMap(\.int64)
/// ```
public struct PayloadElements: Sequence, Sendable {
    let array: PayloadValue

    /// The number of elements.
    public var underestimatedCount: Int { array.kind == .array ? array.count : 0 }

    /// Creates an iterator at the first element.
    public func makeIterator() -> Iterator {
        Iterator(array)
    }

    /// An iterator over the elements of an array.
    public struct Iterator: IteratorProtocol, Sendable {
        private let document: PayloadDocument
        private var position: Int
        private let end: Int

        fileprivate init(_ array: PayloadValue) {
            document = array.document
            let tape = document.tape
            position = tape.firstChild(of: array.position)
            end = array.kind == .array ? tape.end(of: array.position) : position
        }

        /// Returns the next element, or `nil` after the last.
        public mutating func next() -> PayloadValue? {
            guard position < end else { return nil }
            defer { position = document.tape.next(after: position) }
            return PayloadValue(document, at: position)
        }
    }
}
