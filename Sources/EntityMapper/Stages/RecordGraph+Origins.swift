import MercatorPayload

/// The origin of a representation.
///
/// It is stable across attempts, regardless of the values appended to the tape.
struct RepresentationOrigin: Hashable {
    /// The byte offset in the payload of the representation, or of its source if it is synthesized.
    let byte: Int
    /// The offsets in the results of nested transforms, innermost first; empty for the payload.
    var synthesizedOffsets: [Int] = []
}

extension RecordGraph {
    /// Returns the origin of a representation; `nil` for other values, such as metadata.
    ///
    /// - Complexity: O(log *n*), faster than its path in the payload.
    func representationOrigin(of index: TapeIndex) -> RepresentationOrigin? {
        var byte = document.tape.byteOffset(at: index.position)
        var offsets: [Int] = []
        while byte >= payloadSize.bytes {
            guard let range = synthesizedBytes.range(ofByte: byte) else { return nil }
            offsets.append(byte - range.bytes.lowerBound)
            byte = document.tape.byteOffset(at: range.source.position)
        }
        return RepresentationOrigin(byte: byte, synthesizedOffsets: offsets)
    }

    /// Returns the tape index in the payload of a copied or synthesized value.
    ///
    /// For a synthesized value, it is the index of the transformed representation; `nil` if there
    /// is none.
    func payloadOrigin(of index: TapeIndex) -> TapeIndex? {
        var index = index
        while true {
            if let origin = document.tape.origin(of: index.position, before: payloadSize) {
                return TapeIndex(origin)
            }
            let byte = document.tape.byteOffset(at: index.position)
            guard let range = synthesizedBytes.range(ofByte: byte) else { return nil }
            index = range.source
        }
    }

    /// Returns the tape index of a value in the payload.
    ///
    /// For a synthesized value, it is the index of the source value or record.
    func payloadOrigin(of index: TapeIndex, in record: RecordIndex?) -> TapeIndex? {
        payloadOrigin(of: index)
            ?? record.flatMap { payloadOrigin(of: records[$0].representation) }
    }
}
