/// The parameter arrays for libpq; values are read in place.
@safe
struct ParameterArrays {
    let count: Int32
    let types: UnsafePointer<UInt32>
    let values: UnsafePointer<UnsafePointer<CChar>?>
    let lengths: UnsafePointer<Int32>
    let formats: UnsafePointer<Int32>
}

extension PostgresParameters {
    /// Calls a closure with the arrays, which are valid during the call.
    func withArrays<Result>(_ body: (ParameterArrays) -> Result) -> Result {
        let formats = Array(repeating: 1 as Int32, count: max(count, 1))
        let types = types.map(\.oid) + [0]
        return unsafe cells.withBytes { bytes in
            var lengths: [Int32] = []
            var values: [UnsafePointer<CChar>?] = unsafe []
            for offset in offsets {
                let length = unsafe Int32(
                    bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
                lengths.append(length)
                // A null pointer is `NULL`; an empty value has an address.
                let start = unsafe bytes.baseAddress.map { unsafe $0 + offset + 4 }
                let value = unsafe start?.assumingMemoryBound(to: CChar.self)
                unsafe values.append(length < 0 ? nil : value)
            }
            lengths.append(0)
            unsafe values.append(nil)
            return unsafe types.withUnsafeBufferPointer { types in
                unsafe values.withUnsafeBufferPointer { values in
                    unsafe lengths.withUnsafeBufferPointer { lengths in
                        unsafe formats.withUnsafeBufferPointer { formats in
                            guard let types = types.baseAddress, let values = values.baseAddress,
                                let lengths = lengths.baseAddress,
                                let formats = formats.baseAddress
                            else { preconditionFailure("the arrays are not empty") }
                            return unsafe body(
                                ParameterArrays(
                                    count: Int32(clamping: count), types: types, values: values,
                                    lengths: lengths, formats: formats))
                        }
                    }
                }
            }
        }
    }
}
