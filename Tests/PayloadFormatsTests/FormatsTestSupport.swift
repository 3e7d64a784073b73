import MercatorPayload
import PayloadFormats
import TestSupport
import Testing

/// A payload and the expected document, as compact JSON.
struct ReadingCase: CustomTestStringConvertible {
    let id: String
    let payload: String
    let expected: String

    init(_ id: String, _ payload: String, _ expected: String) {
        (self.id, self.payload, self.expected) = (id, payload, expected)
    }

    var testDescription: String { "\(id): \(payload)" }
}

/// A malformed payload and the offset of the fault.
struct RefusalCase: CustomTestStringConvertible {
    let payload: String
    let code: String
    let offset: Int

    init(_ payload: String, _ code: String, at offset: Int) {
        (self.payload, self.code, self.offset) = (payload, code, offset)
    }

    var testDescription: String { "\(code): \(payload)" }
}

/// Returns the contents of a payload as compact JSON.
func json(
    _ format: PayloadFormat, _ payload: String, _ limits: PayloadLimits = PayloadLimits()
) throws -> String {
    try json(format, Array(payload.utf8), limits)
}

/// Returns the contents of a payload as compact JSON.
func json(
    _ format: PayloadFormat, _ bytes: [UInt8], _ limits: PayloadLimits = PayloadLimits()
) throws -> String {
    let document = try format.document(from: bytes, options: PayloadOptions(limits: limits))
    return String(decoding: document.jsonBytes(), as: UTF8.self)
}

/// The code and location of the error for a malformed payload.
struct Refusal: Equatable {
    let code: String
    let offset: Int?
    let line: Int?
    let message: String

    /// Returns `nil` if the payload is accepted.
    init?(
        _ format: PayloadFormat, _ bytes: [UInt8], _ options: PayloadOptions = PayloadOptions()
    ) throws {
        do {
            _ = try format.document(from: bytes, options: options)
            return nil
        } catch let error as PayloadError {
            (code, offset) = (error.code.name, error.byteOffset)
            (line, message) = (error.line, error.description)
        } catch let error as PayloadFormatError {
            (code, offset) = (error.code.description, error.location?.byteOffset)
            (line, message) = (error.location?.line, error.description)
        }
    }
}

/// Parses every prefix of a payload, to detect crashes.
///
/// - Returns: The number of prefixes that are rejected.
func refusedBeginnings(of bytes: [UInt8], _ format: PayloadFormat) throws -> Int {
    try bytes.indices.count { try Refusal(format, Array(bytes[..<$0])) != nil }
}

/// Parses a payload with random bytes damaged, repeatedly, to detect crashes.
func readDamaged(_ bytes: [UInt8], _ format: PayloadFormat, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<500 {
        var damaged = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            damaged[Int.random(in: damaged.indices, using: &generator)] =
                UInt8.random(in: 0...255, using: &generator)
        }
        _ = try Refusal(format, damaged)
    }
}
