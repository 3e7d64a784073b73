/// One value of a payload: a place in a document that can be asked what is there.
///
/// Reading never fails and never guesses. An answer is `nil` when the value is of another kind or
/// does not fit the asked type; ``kind`` tells which.
///
/// ```swift
/// let root = try PayloadDocument(parsing: #"{"id": 7, "tags": ["a", "b"]}"#).root
/// root["id"]?.int64          // 7
/// root["tags"]?[1]?.string   // "b"
/// root["id"]?.string         // nil: it is a number
/// ```
public struct PayloadValue: Sendable {
    /// The document this value is part of.
    public let document: PayloadDocument
    /// The place on the tape.
    package let position: Int

    /// The value at a place of the document's tape.
    package init(_ document: PayloadDocument, at position: Int) {
        self.document = document
        self.position = position
    }

    private var tape: PayloadTape { document.tape }

    /// What the value is.
    public var kind: PayloadKind { tape.kind(at: position) }

    /// The value of a member; the last one where the key is repeated.
    ///
    /// - Complexity: O(members).
    public subscript(key: String) -> PayloadValue? {
        tape.find(Array(key.utf8), inObjectAt: position).map { PayloadValue(document, at: $0) }
    }

    /// An element of an array, or `nil` behind its end.
    ///
    /// - Complexity: O(index).
    public subscript(index: Int) -> PayloadValue? {
        guard kind == .array, index >= 0, index < count else { return nil }
        var place = tape.firstChild(of: position)
        for _ in 0..<index { place = tape.next(after: place) }
        return PayloadValue(document, at: place)
    }

    /// The value at the end of a path, or `nil` where a step is missing or does not fit.
    ///
    /// Steps across arrays and operators give values that are not in the payload. Of the contexts only
    /// `@root` is known here; a path that begins with another one finds nothing.
    /// - Complexity: O(members and elements on the way).
    public func value(at path: PayloadPath) -> PayloadValue? {
        if let place = tape.find(path, from: position) { return PayloadValue(document, at: place) }
        guard path.problem == nil else { return nil }
        let isAbsolute = path.components.first?.kind == .context(.root)
        let result = PayloadPathEvaluator(tape).evaluate(
            path.components.dropFirst(isAbsolute ? 1 : 0), from: isAbsolute ? 0 : position)
        var document = document
        return document.tape.append(result).map { PayloadValue(document, at: $0) }
    }

    /// How many elements or members there are, repeated keys included; zero for scalars.
    public var count: Int { tape.count(at: position) }

    /// The elements of an array in their order; nothing for other kinds.
    public var elements: PayloadElements { PayloadElements(self) }

    /// The members of an object in their order, repeated keys included; nothing for other kinds.
    public var members: PayloadMembers { PayloadMembers(self) }

    /// Where the value is in the payload; a string is where its quotation mark is.
    ///
    /// - Complexity: O(bytes before the value). Meant for messages.
    public var location: PayloadLocation {
        let offset = tape.byteOffset(at: position)
        return document.location(ofByte: kind == .string ? offset - 1 : offset)
    }
}
