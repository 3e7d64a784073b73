/// The reason why a value is not one of a Swift type.
package struct ValueMismatch: Error, Sendable, Hashable {
    /// The path below the attribute, such as `[2]` or `.name`; empty for the value itself.
    package var path = ""
    /// The expected type, in words.
    package let expected: String
    /// The kind of value that was found, never the value itself.
    package let found: String
    /// Indicates whether the value is a raw value without a case in the enumeration.
    package var isUnknownCase = false

    package init(expected: String, found: String, isUnknownCase: Bool = false) {
        self.expected = expected
        self.found = found
        self.isUnknownCase = isUnknownCase
    }

    /// Returns the mismatch of an element as one of the enclosing value.
    fileprivate func below(_ step: String) -> ValueMismatch {
        var mismatch = self
        mismatch.path = step + path
        return mismatch
    }
}

extension ValueShape {
    /// The expectation of the Swift type in messages: `a value of type Level`.
    package var expectation: String { "a value of type \(typeName)" }

    /// Returns a value of the attribute in its stored form, if the Swift type accepts it.
    ///
    /// - Parameter value: A value that fits the attribute type.
    /// - Returns: The value, with its elements in their stored form.
    /// - Throws: ``ValueMismatch`` for the first part that does not fit.
    package func admitted(_ value: Value) throws(ValueMismatch) -> Value {
        guard !value.isNull else { return value }
        switch (content, value) {
        case (.everything, _): return value
        case (.some(let check), _):
            guard check(value) else { throw mismatch(value) }
            return value
        case (.json, .array(let elements)) where elements.count == 1: return value.element
        case (.list(let shape), .array(let elements)):
            var kept: [Value] = []
            kept.reserveCapacity(elements.count)
            for (index, element) in elements.enumerated() {
                kept.append(try shape.admittedElement(element, "[\(index)]"))
            }
            return .array(kept)
        case (.members(let shape), .dictionary(let members)):
            var kept: [String: Value] = [:]
            kept.reserveCapacity(members.count)
            for (name, member) in members {
                kept[name] = try shape.admittedElement(member, ".\(name)")
            }
            return .dictionary(kept)
        default: throw mismatch(value)
        }
    }

    private func admittedElement(
        _ element: Value, _ step: String
    ) throws(ValueMismatch) -> Value {
        do throws(ValueMismatch) {
            if case .json = content { return element.element }
            if element.isNull {
                guard isOptional else { throw mismatch(element) }
                return element
            }
            guard let value = type.value(ofElement: element) else { throw mismatch(element) }
            return try admitted(value).element
        } catch {
            throw error.below(step)
        }
    }

    /// Returns the mismatch for a value that the type rejects.
    private func mismatch(_ value: Value) -> ValueMismatch {
        let isUnknownCase = isEnumeration && type.normalized(value) == value && !value.isNull
        return ValueMismatch(
            expected: expectation,
            found: value.isNull ? "nil" : "\(value.kindWord) that is not one",
            isUnknownCase: isUnknownCase)
    }
}

extension Value {
    /// The kind of value, in the words of messages.
    package var kindWord: String {
        switch self {
        case .null: "nil"
        case .boolean: "boolean"
        case .integer: "whole number"
        case .double: "number"
        case .decimal: "decimal number"
        case .string: "text"
        case .date: "date"
        case .data: "bytes"
        case .uuid: "UUID"
        case .array: "an array"
        case .dictionary: "an object"
        }
    }
}
