import EntityMapper
import MercatorPayload
import ObjectGraph

/// Strings without white space at both ends; another transform reads the trimmed string.
struct TrimmedForm: WrappingForm {
    let inner: ValueTransform

    func read(
        _ document: PayloadDocument, at position: Int, as type: AttributeType
    ) -> Conversion.Outcome {
        guard document.tape.isString(at: position) else {
            return inner.form.read(document, at: position, as: type)
        }
        let text = document.tape.string(at: position).unicodeScalars
        let isSpace = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        let start = text.firstIndex { !isSpace($0) } ?? text.endIndex
        let end = text.lastIndex { !isSpace($0) }.map(text.index(after:)) ?? text.endIndex
        guard start > text.startIndex || end < text.endIndex else {
            return inner.form.read(document, at: position, as: type)
        }
        let json = ValueJSON.text(.string(String(text[start..<end])))
        do {
            return inner.form.read(try PayloadDocument(parsing: json), at: 0, as: type)
        } catch {
            return .invalid(reason: "a text that is too long without its white space")
        }
    }

    func common(
        _ tape: PayloadTape, at position: Int, as type: AttributeType
    ) -> CommonValue? {
        let text = tape.bytes[tape.textRange(at: position)]
        guard let first = text.first, let last = text.last, 0x21...0x7E ~= first,
            0x21...0x7E ~= last, !tape.isContainer(at: position)
        else { return nil }
        return inner.form.common(tape, at: position, as: type)
    }
}

/// The empty string as nil; another transform reads all other values.
struct EmptyTextForm: WrappingForm {
    let inner: ValueTransform

    func read(
        _ document: PayloadDocument, at position: Int, as type: AttributeType
    ) -> Conversion.Outcome {
        if document.tape.isString(at: position), document.tape.textLength(at: position) == 0 {
            return .value(.null)
        }
        return inner.form.read(document, at: position, as: type)
    }

    func common(
        _ tape: PayloadTape, at position: Int, as type: AttributeType
    ) -> CommonValue? {
        guard !tape.isString(at: position) || tape.textLength(at: position) > 0 else { return nil }
        return inner.form.common(tape, at: position, as: type)
    }

    func write(_ value: Value, as type: AttributeType) -> Conversion.Representation {
        guard value != .string("") else {
            return .invalid(reason: "the empty text stands for nil in this attribute")
        }
        return inner.form.write(value, as: type)
    }
}

/// Several transforms; the first successful one is used.
struct FirstOfForm: ValueCodec {
    let transforms: [ValueTransform]

    var fault: String? {
        guard !transforms.isEmpty else { return "there is nothing to try; name a transform" }
        return transforms.lazy.compactMap { inner in inner.fault.map { "\(inner): \($0)" } }.first
    }

    var isReversible: Bool { transforms.contains { $0.form.isReversible } }

    func problem(for type: AttributeType) -> String? {
        transforms.lazy.compactMap { inner in
            inner.form.problem(for: type).map { "is of no use: '\(inner)' \($0)" }
        }.first
    }

    func expectation(of type: AttributeType) -> String {
        transforms.map { $0.form.expectation(of: type) }.joined(separator: " or ")
    }

    func couldRead(_ kind: PayloadKind, as type: AttributeType) -> Bool {
        transforms.contains { $0.form.couldRead(kind, as: type) }
    }

    func read(
        _ document: PayloadDocument, at position: Int, as type: AttributeType
    ) -> Conversion.Outcome {
        var reasons: [String] = []
        for inner in transforms {
            switch inner.form.read(document, at: position, as: type) {
            case .value(let value): return .value(value)
            case .invalid(let reason):
                // Without a reason, the expectation is sufficient.
                if let reason { reasons.append("'\(inner)': \(reason)") }
            }
        }
        let word = document.tape.word(at: position)
        return .invalid(reason: "\(word) (\(failure("fits", reasons)))")
    }

    func common(
        _ tape: PayloadTape, at position: Int, as type: AttributeType
    ) -> CommonValue? {
        transforms.first?.form.common(tape, at: position, as: type)
    }

    func write(_ value: Value, as type: AttributeType) -> Conversion.Representation {
        var reasons: [String] = []
        for inner in transforms {
            switch inner.form.write(value, as: type) {
            case .node(let node): return .node(node)
            case .invalid(let reason): reasons.append("'\(inner)': \(reason)")
            }
        }
        return .invalid(reason: failure("can write the value", reasons))
    }

    private func failure(_ verb: String, _ reasons: [String]) -> String {
        "tried \(TextLines.count(transforms.count, "transform")), none \(verb)"
            + (reasons.isEmpty ? "" : ": " + reasons.joined(separator: "; "))
    }
}
