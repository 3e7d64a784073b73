/// Masks sensitive values in outputs (X3).
package enum Sensitivity {
    /// The maximum number of characters in an example.
    private static let limit = 40

    /// Tests whether a name suggests a secret or personal data.
    package static func isSensitive(name: String) -> Bool {
        let words = NameWords(name)
        if words.words.contains(where: { Self.words.contains(Noun.singular($0)) }) { return true }
        return endings.contains(where: words.joined.hasSuffix)
    }

    /// Returns an example for outputs: escaped, and cut to 40 characters.
    ///
    /// If the name or the value is sensitive, only kind and length are shown: `text, 40
    /// characters`.
    ///
    /// - Parameters:
    ///   - example: The value as written.
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

    /// Tests for 20 characters or more that alternate letters and digits, as tokens do.
    ///
    /// UUIDs and paths with a leading `/` are exempt, since they identify.
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
            // Two characters may join into one, so this bounds the count of the result.
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
            // Zero-width joiners, which emoji need, are in this category.
            return scalar == "\u{200D}" ? "\u{200D}" : "\\u{\(String(scalar.value, radix: 16))}"
        default: return String(Character(scalar))
        }
    }
}
