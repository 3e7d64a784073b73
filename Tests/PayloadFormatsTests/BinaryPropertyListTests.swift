import MercatorPayload
import PayloadFormats
import Testing

/// Creates a binary property list from its objects, of which the first is the root.
private func list(_ objects: [UInt8]..., offsetShift: Int = 0) -> [UInt8] { list(objects) }

private func list(_ objects: [[UInt8]]) -> [UInt8] {
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
        offsets += [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)]
        bytes += object
    }
    let table = bytes.count
    bytes += offsets + [0, 0, 0, 0, 0, 0, 2, 1]
    for number in [objects.count, 0, table] {
        bytes += (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    return bytes
}

private func big(_ bits: UInt64) -> [UInt8] {
    (0..<8).reversed().map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
}

@Suite("Reading binary property lists")
struct BinaryPropertyListTests {
    @Test(
        arguments: [
            ([0x00], "null"), ([0x08], "false"), ([0x09], "true"), ([0x10, 0xFF], "255"),
            ([0x11, 0xFF, 0xFF], "65535"), ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], "4294967295"),
            ([0x13] + big(.max), "-1"), ([0x14] + big(0) + big(.max), "18446744073709551615"),
            ([0x14] + big(.max) + big(.max), "-1"), ([0x22, 0x3F, 0xC0, 0, 0], "1.5"),
            ([0x23] + big((0.1).bitPattern), "0.1"),
            ([0x33] + big((0.0).bitPattern), #""2001-01-01T00:00:00Z""#),
            ([0x33] + big((700_000_000.123).bitPattern), #""2023-03-08T20:26:40.123Z""#),
            ([0x33] + big((-0.5).bitPattern), #""2000-12-31T23:59:59.5Z""#),
            ([0x33] + big((-63_113_904_000.0).bitPattern), #""0001-01-01T00:00:00Z""#),
            ([0x33] + big((252_423_993_599.0).bitPattern), #""9999-12-31T23:59:59Z""#),
            ([0x33] + big((99_999.9999999).bitPattern), #""2001-01-02T03:46:40Z""#),
            ([0x41, 0xFF], #""/w==""#), ([0x40], #""""#), ([0x51, 0x61], #""a""#),
            ([0x61, 0x00, 0xE9], #""é""#), ([0x72, 0xC3, 0xA9], #""é""#),
            ([0x81, 0x01, 0x00], #"{"CF$UID":256}"#), ([0xA0], "[]"), ([0xC0], "[]"),
            ([0xD0], "{}"),
            ([0x5F, 0x10, 0x01, 0x61], #""a""#),
        ] as [([UInt8], String)])
    func `objects of a list are values`(object: [UInt8], expected: String) throws {
        #expect(try json(.propertyList, list(object)) == expected)
    }

    @Test(
        arguments: [
            ([0x01], "malformed"), ([0x15, 0], "malformed"), ([0x20, 0], "malformed"),
            ([0xE0], "malformed"), ([0x8F] + big(0) + big(0), "malformed"),
            ([0x52, 0x61], "malformed"),
            ([0x5F, 0x20, 0x61], "malformed"), ([0x5F], "malformed"),
            ([0x5F, 0x13] + big(.max), "malformed"), ([0x5F, 0x13] + big(1 << 62), "malformed"),
            ([0x51, 0xFF], "invalidUTF8"), ([0x61, 0xD8, 0x00], "loneSurrogate"),
            ([0x23] + big(Double.nan.bitPattern), "unrepresentableValue"),
            ([0x33] + big(Double.infinity.bitPattern), "unrepresentableValue"),
            ([0x33] + big((1e11 * 3).bitPattern), "unrepresentableValue"),
            ([0x33] + big((-63_113_904_001.0).bitPattern), "unrepresentableValue"),
            ([0xA1, 0x07], "malformed"), ([0xA1, 0x00], "malformed"),
            ([0xD1, 0x00, 0x00], "malformed"),
            ([0xAF, 0x13] + big(1 << 61), "tooManyElements"),
            ([0xAF, 0x11, 0xFF, 0xFF], "malformed"),
        ] as [([UInt8], String)])
    func `damaged objects are refused`(object: [UInt8], code: String) throws {
        #expect(try Refusal(.propertyList, list(object))?.code == code)
    }

    @Test func `containers refer to objects, texts may be shared`() throws {
        let bytes = list([0xD2, 1, 2, 3, 1], [0x51, 0x61], [0x51, 0x62], [0xA2, 1, 1])
        #expect(try json(.propertyList, bytes) == #"{"a":["a","a"],"b":"a"}"#)
        #expect(try Refusal(.propertyList, list([0xD1, 1, 1], [0x08]))?.code == "malformed")
    }

    @Test func `a repeated key is an error on request`() throws {
        let bytes = list([0xD2, 1, 1, 2, 3], [0x51, 0x61], [0x08], [0x09])
        #expect(try json(.propertyList, bytes) == #"{"a":true}"#)
        let options = PayloadOptions(duplicateKeys: .reject)
        #expect(try Refusal(.propertyList, bytes, options)?.code == "duplicateKey")
    }

    @Test func `a container within itself is refused`() throws {
        #expect(try Refusal(.propertyList, list([0xA1, 1], [0xA1, 0]))?.code == "malformed")
    }

    @Test func `references that make an enormous document are refused`() throws {
        let levels = (1...60).map { level -> [UInt8] in [0xA2, UInt8(level), UInt8(level)] }
        let refusal = try #require(try Refusal(.propertyList, list(levels + [[0x08]])))
        #expect(refusal.code == "expandsTooFar")
        let text: [UInt8] = [0x5F, 0x11, 0x40, 0x00] + Array(repeating: 0x61, count: 0x4000)
        let array: [UInt8] = [0xAF, 0x11, 0x10, 0x00] + Array(repeating: 1, count: 0x1000)
        #expect(try Refusal(.propertyList, list([array, text]))?.code == "expandsTooFar")
    }

    @Test(
        arguments: [
            ([[0xA1, 1], [0xA1, 2], [0xA0]], "nestingTooDeep"), ([[0xA1, 1], [0xA0]], nil),
            ([[0xA3, 1, 1, 1], [0x08]], "tooManyElements"),
            ([[0x55, 97, 97, 97, 97, 97]], "stringTooLong"),
            ([[0x45, 97, 97, 97, 97, 97]], "stringTooLong"),
        ] as [([[UInt8]], String?)])
    func `limits hold`(objects: [[UInt8]], code: String?) throws {
        let limits = PayloadLimits(nestingDepth: 2, stringBytes: 4, elementsPerContainer: 2)
        let refusal = try Refusal(.propertyList, list(objects), PayloadOptions(limits: limits))
        #expect(refusal?.code == code)
    }

    @Test(arguments: [0, 6, 7, 8, 16, 24])
    func `a damaged trailer is refused`(place: Int) throws {
        var bytes = list([0x08])
        let trailer = bytes.count - 32
        bytes[trailer + place] = 0xFF
        // The first five bytes of a trailer are ignored.
        #expect(try (Refusal(.propertyList, bytes) == nil) == (place == 0))
    }
}
