/// The field `ETag` of a response, as it came.
///
/// Source: RFC 9110, section 8.8.3.
package struct EntityTag: Sendable, Hashable {
    package enum Form: Sendable, Hashable {
        /// A tag that changes with every byte, as required for conditional changes.
        case strong
        /// A tag that may stay the same while insignificant parts change.
        case weak
        /// A text without quotation marks, which servers send nevertheless.
        case malformed
    }

    package let text: String

    package init(_ text: String) { self.text = text }

    /// Reads the field; `nil` if it is absent or cannot be sent back.
    ///
    /// An asterisk means any version in `If-None-Match`.
    package init?(_ headers: HeaderFields) {
        guard let text = headers["ETag"]?.sendable, text != "*" else { return nil }
        self.text = text
    }

    package var form: Form {
        let isWeak = text.hasPrefix("W/")
        let quoted = text.utf8.dropFirst(isWeak ? 2 : 0)
        let mark = UInt8(ascii: "\"")
        guard quoted.count >= 2, quoted.first == mark, quoted.last == mark,
            quoted.dropFirst().dropLast().allSatisfy({ $0 > 0x20 && $0 != mark })
        else { return .malformed }
        return isWeak ? .weak : .strong
    }
}

extension String {
    /// The text if it can be the value of a field; `nil` otherwise.
    package var sendable: String? {
        !isEmpty && isFieldValue ? self : nil
    }
}
