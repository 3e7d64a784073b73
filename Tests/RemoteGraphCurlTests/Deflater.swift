import MercatorCCurl

/// Encodes bodies for tests.
enum Deflater {
    /// Returns bytes with the coding of a window: 31 for gzip, 15 for zlib, -15 without a frame.
    static func compress(_ bytes: [UInt8], window: Int32) -> [UInt8] {
        var (stream, input) = unsafe (z_stream(), bytes)
        let capacity = bytes.count + bytes.count / 100 + 200
        return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
            let capacity = UInt32(output.count)
            unsafe input.withUnsafeMutableBufferPointer { input in
                unsafe mercator_begin_deflate(&stream, window)
                unsafe stream.next_in = input.baseAddress
                unsafe stream.avail_in = UInt32(input.count)
                unsafe stream.next_out = output.baseAddress
                unsafe stream.avail_out = capacity
                let status = unsafe deflate(&stream, Z_FINISH)
                precondition(status == Z_STREAM_END)
                count = unsafe Int(capacity - stream.avail_out)
                unsafe deflateEnd(&stream)
            }
        }
    }
}
