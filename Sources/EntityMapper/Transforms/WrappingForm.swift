package import MercatorPayload
package import ObjectGraph

/// A form that delegates to the form of another transform by default.
package protocol WrappingForm: ValueCodec {
    var inner: ValueTransform { get }
}

extension WrappingForm {
    package var fault: String? { inner.fault.map { "\(inner): \($0)" } }

    package var hasCases: Bool { inner.form.hasCases }

    package var isReversible: Bool { inner.form.isReversible }

    package func problem(for type: AttributeType) -> String? { inner.form.problem(for: type) }

    package func expectation(of type: AttributeType) -> String { inner.form.expectation(of: type) }

    package func couldRead(_ kind: PayloadKind, as type: AttributeType) -> Bool {
        inner.form.couldRead(kind, as: type)
    }

    package func write(_ value: Value, as type: AttributeType) -> Conversion.Representation {
        inner.form.write(value, as: type)
    }
}
