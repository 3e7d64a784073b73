import Synchronization

/// The name of a property of a schema struct: a given one, or the label of the stored property.
///
/// Only a `Mirror` of the whole struct contains the label, so an omitted name is empty until
/// ``Entity/schema`` fills it in. Only that instance turns key paths into names.
struct PropertyName: Sendable {
    /// The name of an unnamed property, for messages.
    ///
    /// Such a property is a stored property of a type other than a schema struct, a computed
    /// property, or one value under two labels.
    static let none = "(no name)"

    private let source: Source

    private enum Source: Sendable {
        case given(String)
        case label(Label)
    }

    /// Creates a name; with `nil`, it is filled in later.
    init(_ given: String?) {
        source = given.map(Source.given) ?? .label(Label())
    }

    /// The name, or ``none``.
    var text: String {
        switch source {
        case .given(let name): name
        case .label(let label): label.text
        }
    }

    /// Fills in the label of the stored property, unless a name was given.
    func fill(_ label: String) {
        if case .label(let known) = source { known.fill(label) }
    }
}

/// A label that is filled in after the property was created.
///
/// It is a class because all copies of a property have the same label.
private final class Label: Sendable {
    private enum State {
        case open
        case known(String)
        /// Two stored properties with different labels share one value.
        case ambiguous
    }

    private let state = Mutex(State.open)

    var text: String {
        state.withLock {
            if case .known(let label) = $0 { label } else { PropertyName.none }
        }
    }

    func fill(_ label: String) {
        state.withLock {
            switch $0 {
            case .open: $0 = .known(label)
            case .known(label): break
            case .known, .ambiguous: $0 = .ambiguous
            }
        }
    }
}
