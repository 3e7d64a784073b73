import Payload

/// The origin of a representation, which is stable across attempts regardless of the values
/// appended to the tape.
struct RepresentationOrigin: Hashable {
    /// The byte offset in the payload of the representation, or of the one from which transforms
    /// synthesized it.
    let byte: Int
    /// The offsets in the results of nested transforms, innermost first; empty for the payload
    /// itself.
    var made: [Int] = []
}

extension MappingSession {
    /// Returns the origin of a representation; `nil` for other values, such as metadata.
    ///
    /// - Complexity: O(log *n*), faster than its path in the payload.
    func representationOrigin(of place: Int) -> RepresentationOrigin? {
        var byte = document.tape.byteOffset(at: place)
        var made: [Int] = []
        while byte >= payloadSize.bytes {
            guard let range = synthesizedBytes.range(ofByte: byte) else { return nil }
            made.append(byte - range.bytes.lowerBound)
            byte = document.tape.byteOffset(at: range.source)
        }
        return RepresentationOrigin(byte: byte, made: made)
    }
}
