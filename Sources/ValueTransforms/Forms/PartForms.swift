import EntityMapper
import MercatorPayload
import ObjectGraph

/// The last step of URLs and paths, as the key of the object that they refer to.
struct LastStepForm: WrappingForm {
    let inner = ValueTransform.default

    var isReversible: Bool { false }

    func read(
        _ document: PayloadDocument, at position: Int, as type: AttributeType
    ) -> Conversion.Outcome {
        guard document.tape.isString(at: position), type != .array else {
            let outcome = inner.form.read(document, at: position, as: type)
            guard case .value(.array(let elements)) = outcome else { return outcome }
            return .value(.array(elements.map(Self.lastStep)))
        }
        let step = ValueJSON.text(Self.lastStep(of: .string(document.tape.string(at: position))))
        do {
            return inner.form.read(try PayloadDocument(parsing: step), at: 0, as: type)
        } catch {
            return .invalid(reason: "a URL with a last step that is too long")
        }
    }

    func write(_ value: Value, as type: AttributeType) -> Conversion.Representation {
        .invalid(reason: "only the last step of the URL is stored")
    }

    /// Returns the text after the last slash of the path, without query and fragment.
    private static func lastStep(of value: Value) -> Value {
        guard case .string(let text) = value else { return value }
        var path = text.prefix { $0 != "?" && $0 != "#" }
        while path.last == "/" { path.removeLast() }
        let length = path.reversed().prefix { $0 != "/" }.count
        return .string(String(path.suffix(length)))
    }
}

/// Objects of MongoDB's Extended JSON that wrap a scalar; another transform reads the scalar.
struct ExtendedJSONForm: WrappingForm {
    let inner: ValueTransform

    func couldRead(_ kind: PayloadKind, as type: AttributeType) -> Bool {
        kind == .object || inner.form.couldRead(kind, as: type)
    }

    func read(
        _ document: PayloadDocument, at position: Int, as type: AttributeType
    ) -> Conversion.Outcome {
        var position = position
        while document.tape.isObject(at: position), document.tape.count(at: position) == 1 {
            let key = document.tape.firstChild(of: position)
            guard document.tape.string(at: key).hasPrefix("$") else { break }
            position = key + 1
        }
        guard !document.tape.isNull(at: position) else { return .value(.null) }
        return inner.form.read(document, at: position, as: type)
    }
}
