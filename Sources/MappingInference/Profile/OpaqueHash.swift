import MercatorPayload

/// Hashes values beyond a limit, whose descendants have no nodes.
enum OpaqueHash {
    /// Returns the hash of a value, independent of the order of members.
    static func of(_ position: Int, _ tape: PayloadTape, _ scanner: ByteScanner) -> UInt64 {
        switch tape.kind(at: position) {
        case .null: return ValueHash.null
        case .boolean: return tape.boolean(at: position) == true ? ValueHash.true : ValueHash.false
        case .number, .string:
            return tape.hasEscapes(at: position)
                ? ValueHash.bytes(tape.decodedText(at: position))
                : ValueHash.bytes(scanner, tape.textRange(at: position))
        case .array:
            var hash = ValueHash.emptyArray
            var element = tape.firstChild(of: position)
            while element < tape.end(of: position) {
                hash = ValueHash.pair(hash, of(element, tape, scanner))
                element = tape.next(after: element)
            }
            return hash
        case .object:
            var hash = ValueHash.emptyObject
            var key = tape.firstChild(of: position)
            while key < tape.end(of: position) {
                hash &+= ValueHash.pair(of(key, tape, scanner), of(key + 1, tape, scanner))
                key = tape.next(after: key + 1)
            }
            return hash
        }
    }
}
