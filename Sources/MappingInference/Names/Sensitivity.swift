/// Values that outputs do not show (X3).
package enum Sensitivity {
    /// The greatest number of characters of an example.
    private static let limit = 40

    /// Tests whether a key or the name of a property suggests a secret or a personal detail.
    package static func isSensitive(name: String) -> Bool {
        let words = NameWords(name)
        if words.words.contains(where: { Self.words.contains(Noun.singular($0)) }) { return true }
        return endings.contains(where: words.joined.hasSuffix)
    }

    /// Returns an example for outputs: at most 40 characters with control characters escaped, or
    /// kind and length only if the name or the value is sensitive: `text, 40 characters`.
    ///
    /// - Parameters:
    ///   - example: The value as it is written.
    ///   - name: The key.
    ///   - kind: The kind of the value.
    /// - Returns: The text to show.
    package static func masked(example: String, name: String, kind: String = "text") -> String {
        guard isSensitive(name: name) || isRandomLooking(example) else { return escaped(example) }
        let count = example.count
        return "\(kind), \(count) character\(count == 1 ? "" : "s")"
    }

    private static let words: Set<String> = [
        "apikey", "auth", "authorization", "bearer", "card", "cookie", "credential", "cvc", "cvv",
        "email", "iban", "jwt", "mail", "mobile", "otp", "passcode", "passphrase", "passport",
        "passwd", "password", "phone", "pin", "pwd", "secret", "ssn", "telephone", "token",
    ]

    private static let endings = [
        "accesskey", "accountnumber", "apikey", "cardnumber", "email", "passwd", "password",
        "phone", "phonenumber", "privatekey", "secret", "secretkey", "sessionid", "sessionkey",
        "socialsecurity", "socialsecuritynumber", "token",
    ]

    /// Tests for 20 characters or more of which letters and digits alternate as in a token.
    ///
    /// A UUID and a path that begins with `/` are none: they identify.
    package static func isRandomLooking(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.count >= 20, bytes.first != 0x2F, !isUUID(bytes) else { return false }
        var changes = 0
        var last: Bool?
        for byte in bytes {
            let isDigit: Bool
            switch byte {
            case 0x30...0x39: isDigit = true
            case 0x41...0x5A, 0x61...0x7A: isDigit = false
            case 0x2B, 0x2D, 0x2E, 0x2F, 0x3D, 0x5F, 0x7E: continue  // + - . / = _ ~
            default: return false
            }
            if let last, last != isDigit { changes += 1 }
            last = isDigit
        }
        return changes >= max(4, bytes.count / 10)
    }

    private static func isUUID(_ bytes: String.UTF8View) -> Bool {
        bytes.count == 36
            && bytes.enumerated().allSatisfy { index, byte in
                ([8, 13, 18, 23].contains(index)) == (byte == 0x2D)
            }
    }

    private static func escaped(_ text: String) -> String {
        var result = ""
        var count = 0
        for character in text {
            let next = character.unicodeScalars.map(escaped).joined()
            // The count of the result, in which two characters may join into one, is lower.
            count += next.unicodeScalars.count == 1 ? 1 : next.count
            guard count <= limit else {
                return String(result.prefix(limit - 1)) + "…"
            }
            result += next
        }
        return result
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator:
            // Emoji are joined by a character of this category.
            return scalar == "\u{200D}" ? "\u{200D}" : "\\u{\(String(scalar.value, radix: 16))}"
        default: return String(Character(scalar))
        }
    }
}
