import MercatorPayload
import ObjectGraph

/// The forms that a text fits, as bits in the order of ``TextForm``'s cases.
struct TextForms: OptionSet {
    let rawValue: UInt32

    static let all = TextForm.allCases

    static func of(_ form: TextForm) -> TextForms {
        TextForms(rawValue: 1 << UInt32(form.rawValue))
    }

    /// The number of forms.
    static let count = TextForm.allCases.count
}

extension TextForms {
    /// The maximum length of texts that are tested for more than URLs and base64.
    private static let longestShortText = 64

    /// Returns the forms of the text in a range of bytes, without escape sequences; `scanner` reads
    /// the same bytes.
    ///
    /// Prose has none and is recognised by its first space.
    static func forms(
        of bytes: [UInt8], _ range: Range<Int>, _ scanner: ByteScanner
    ) -> TextForms {
        guard !range.isEmpty else { return [] }
        let classes = ByteClasses(scanner, range)
        guard !classes.contains(.space) else { return spacedDateForms(bytes, range, scanner) }
        var forms: TextForms = []
        if range.count <= longestShortText, classes.contains(.digit) {
            forms.formUnion(numberForms(bytes, range, classes))
            forms.formUnion(dateForms(bytes, range, classes, scanner))
        }
        if scanner.byte(at: range.lowerBound) == Byte.slash {
            if isRelativeURL(scanner, range) { forms.formUnion(of(.relativeURL)) }
        } else if classes.contains(.colon), isURL(bytes, range, classes, scanner) {
            forms.formUnion(of(.url))
        }
        if range.count <= longestCode, classes.isSubset(of: codeClasses) {
            forms.formUnion(of(.code))
        }
        if range.count >= 16, classes.isSubset(of: [.digit, .hexLetter, .lower]) {
            forms.formUnion(of(.hex))
        }
        if range.count == 36,
            classes.isSubset(of: [.digit, .hexLetter, .lower, .upper, .hyphen]),
            isUUID(scanner, range)
        {
            return forms.union(of(.uuid))
        }
        return isBase64(scanner, range, classes) ? forms.union(of(.base64)) : forms
    }

    private static let longestCode = 128
    private static let codeClasses = ByteClasses.letters.union([
        .digit, .hyphen, .point, .slash, .colon, .sign,
    ])

    private static func isBase64(
        _ scanner: ByteScanner, _ range: Range<Int>, _ classes: ByteClasses
    ) -> Bool {
        range.count >= 24 && range.count % 4 == 0
            && classes.contains([.digit, .upper, .lower])
            && classes.isSubset(of: ByteClasses.letters.union([.digit, .slash, .sign]))
            && isPaddedAtEnd(scanner, range) && !isPath(scanner, range, classes)
    }

    /// The least length of a text with slashes that is not considered a path.
    private static let longestPath = 256

    /// Tests for a path such as `images/UE0AAAAACEKo6QAAAAZDSVRN`.
    ///
    /// Nothing or a word is before its first slash.
    private static func isPath(
        _ scanner: ByteScanner, _ range: Range<Int>, _ classes: ByteClasses
    ) -> Bool {
        guard classes.contains(.slash), !classes.contains(.sign), range.count < longestPath,
            let slash = range.first(where: { scanner.byte(at: $0) == Byte.slash })
        else { return false }
        return (range.lowerBound..<slash).allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(scanner.byte(at: $0))
        }
    }

    /// Tests for at most two equals signs, which end the text.
    private static func isPaddedAtEnd(_ scanner: ByteScanner, _ range: Range<Int>) -> Bool {
        let sign = UInt8(ascii: "=")
        let text = range.prefix { scanner.byte(at: $0) != sign }
        return range.count - text.count <= 2
            && range[text.endIndex...].allSatisfy { scanner.byte(at: $0) == sign }
    }

    private static func isUUID(_ scanner: ByteScanner, _ range: Range<Int>) -> Bool {
        range.allSatisfy {
            [8, 13, 18, 23].contains($0 - range.lowerBound)
                == (scanner.byte(at: $0) == Byte.minus)
        }
    }
}
