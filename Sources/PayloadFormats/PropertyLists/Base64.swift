/// Base64 according to RFC 4648 (section 4), with padding.
enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Returns data as base64.
    static func text(of data: ArraySlice<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((data.count + 2) / 3 * 4)
        var rest = data
        while !rest.isEmpty {
            let group = rest.prefix(3)
            rest = rest.dropFirst(3)
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0..<4 {
                let isPadding = place > group.count
                text.append(
                    isPadding ? UInt8(ascii: "=") : alphabet[bits >> (18 - 6 * place) & 0x3F])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Tests whether a text without white space is valid base64.
    static func isValid(_ text: [UInt8]) -> Bool {
        guard text.count.isMultiple(of: 4) else { return false }
        let padding = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        let digits = Set(alphabet)
        return padding <= 2 && text.dropLast(padding).allSatisfy(digits.contains)
    }
}
