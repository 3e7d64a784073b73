/// The elements of an array, in their order.
///
/// ```swift
/// let numbers = try PayloadDocument(parsing: "[1, 2, 3]").root.elements.compactMap(\.int64)
/// ```
public struct PayloadElements: Sequence, Sendable {
    private let array: PayloadValue

    init(_ array: PayloadValue) {
        self.array = array
    }

    /// How many elements there are.
    public var underestimatedCount: Int { array.kind == .array ? array.count : 0 }

    /// Makes an iterator at the first element.
    public func makeIterator() -> Iterator {
        Iterator(array)
    }

    /// Steps through the elements of an array.
    public struct Iterator: IteratorProtocol, Sendable {
        private let document: PayloadDocument
        private var place: Int
        private let end: Int

        fileprivate init(_ array: PayloadValue) {
            document = array.document
            let tape = document.tape
            place = tape.firstChild(of: array.position)
            end = array.kind == .array ? tape.end(of: array.position) : place
        }

        /// The next element, or `nil` behind the last.
        public mutating func next() -> PayloadValue? {
            guard place < end else { return nil }
            defer { place = document.tape.next(after: place) }
            return PayloadValue(document, at: place)
        }
    }
}
