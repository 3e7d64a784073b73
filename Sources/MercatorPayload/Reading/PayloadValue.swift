/// A value of a payload: a reference to a position in a document.
///
/// Accessors never fail and never coerce. They return `nil` if the value is of another kind or is
/// not representable in the requested type; ``kind`` distinguishes the two.
///
/// ```swift
/// let root = try PayloadDocument(parsing: #"{"id": 7, "tags": ["a", "b"]}"#).root
/// root["id"]?.int64          // 7
/// root["tags"]?[1]?.string   // "b"
/// root["id"]?.string         // nil: it is a number
/// ```
public struct PayloadValue: Sendable {
    /// The document that contains the value.
    public let document: PayloadDocument
    /// The tape index.
    package let position: Int

    /// Creates a reference to the value at a tape index.
    package init(_ document: PayloadDocument, at position: Int) {
        self.document = document
        self.position = position
    }

    private var tape: PayloadTape { document.tape }

    /// The kind of the value.
    public var kind: PayloadKind { tape.kind(at: position) }

    /// Returns the value of a member, the last of several with the same key.
    ///
    /// - Complexity: O(members).
    public subscript(key: String) -> PayloadValue? {
        tape.find(Array(key.utf8), inObjectAt: position).map { PayloadValue(document, at: $0) }
    }

    /// Returns an element of an array, or `nil` if the index is out of range.
    ///
    /// - Complexity: O(index).
    public subscript(index: Int) -> PayloadValue? {
        guard kind == .array, index >= 0, index < count else { return nil }
        var element = tape.firstChild(of: position)
        for _ in 0..<index { element = tape.next(after: element) }
        return PayloadValue(document, at: element)
    }

    /// Returns the value at a path, or `nil` if a step is missing or is a type mismatch.
    ///
    /// Steps through arrays and operators synthesise values that the payload does not contain. Of
    /// the contexts, only `@root` is available here; paths that begin with another context yield
    /// `nil`.
    /// - Complexity: O(members and elements visited).
    public func value(at path: PayloadPath) -> PayloadValue? {
        if let found = tape.find(path, from: position) { return PayloadValue(document, at: found) }
        guard path.problem == nil else { return nil }
        let isAbsolute = path.components.first?.kind == .context(.root)
        let result = PayloadPathEvaluator(tape).evaluate(
            path.components.dropFirst(isAbsolute ? 1 : 0), from: isAbsolute ? 0 : position)
        var document = document
        return document.tape.append(result).map { PayloadValue(document, at: $0) }
    }

    /// The number of elements or members, including duplicate keys; zero for scalars.
    public var count: Int { tape.count(at: position) }

    /// The elements of an array in payload order; empty for other kinds.
    public var elements: PayloadElements { PayloadElements(array: self) }

    /// The members of an object in payload order, including duplicate keys; empty for other kinds.
    public var members: PayloadMembers { PayloadMembers(object: self) }

    /// The location of the value in the payload; for a string, the location of its opening quote.
    ///
    /// - Complexity: O(bytes before the value). Intended for messages.
    public var location: PayloadLocation {
        let offset = tape.byteOffset(at: position)
        return document.location(ofByte: kind == .string ? offset - 1 : offset)
    }
}
