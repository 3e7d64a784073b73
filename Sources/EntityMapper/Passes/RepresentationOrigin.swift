import Payload

/// Where a representation comes from: the same for each walk over a payload, whatever the walk puts
/// on the tape.
struct RepresentationOrigin: Hashable {
    /// Its first byte in the payload, or that of the representation that a transform has made it
    /// of.
    let byte: Int
    /// The place in what a transform has made, and in what another one has made of that, innermost
    /// first; empty for what is in the payload.
    var made: [Int] = []
}

extension MappingSession {
    /// The origin of a representation; `nil` for what neither the payload nor a transform has
    /// brought, such as metadata.
    ///
    /// - Complexity: O(log *n*), unlike that of its place in the payload.
    func representationOrigin(of place: Int) -> RepresentationOrigin? {
        var byte = document.tape.byteOffset(at: place)
        var made: [Int] = []
        while byte >= payloadSize.bytes {
            guard let range = madeBytes.range(ofByte: byte) else { return nil }
            made.append(byte - range.bytes.lowerBound)
            byte = document.tape.byteOffset(at: range.source)
        }
        return RepresentationOrigin(byte: byte, made: made)
    }
}
