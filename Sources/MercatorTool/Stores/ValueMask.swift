import MappingInference
import Mercator
import Synchronization

/// Masks sensitive values in outputs, which are shown on request only (X3).
///
/// They have names such as `password` or `email`, or look like tokens:
///
/// ```text
/// email  text, 17 characters
/// ```
///
/// Truth values are shown, because nothing can be learned from their length.
final class ValueMask: Sendable {
    static let option = CommandSyntax.Option(
        name: "--values", help: "Show passwords, mail addresses, tokens …, not only their length.")

    private struct State {
        /// The names that were looked at, and whether each is sensitive.
        var known: [String: Bool] = [:]
        var hidden: Set<String> = []
    }

    private let showsAll: Bool
    private let state = Mutex(State())

    init(showsAll: Bool = false) {
        self.showsAll = showsAll
    }

    convenience init(_ arguments: Arguments) {
        self.init(showsAll: arguments.has(Self.option.name))
    }

    /// Indicates whether the values of a name are hidden.
    func hides(_ name: String) -> Bool {
        guard !showsAll else { return false }
        return state.withLock { state in
            let answer = state.known[name] ?? Sensitivity.isSensitive(name: name)
            state.known[name] = answer
            return answer
        }
    }

    /// Returns a value as outputs show it.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The name of its attribute or column.
    ///   - isKey: Indicates whether the value identifies an object, and so may look like a token.
    /// - Returns: The value, or a text with its kind and length.
    func shown(_ value: Value, of name: String, isKey: Bool = false) -> Value {
        guard !showsAll else { return value }
        let shown = substitute(for: value, of: name, isKey: isKey)
        if shown != value { state.withLock { _ = $0.hidden.insert(name) } }
        return shown
    }

    private func substitute(for value: Value, of name: String, isKey: Bool) -> Value {
        switch value {
        case .null, .boolean: return value
        case .array(let elements):
            return .array(elements.map { substitute(for: $0, of: name, isKey: isKey) })
        case .dictionary(let members):
            let isHidden = hides(name)
            return .dictionary(
                Dictionary(
                    members.map {
                        ($0, substitute(for: $1, of: isHidden ? name : $0, isKey: isKey))
                    }, uniquingKeysWith: { first, _ in first }))
        case .data(let bytes):
            // A token of letters and digits may have been taken for base64.
            let isToken = !isKey && Sensitivity.isRandomLooking(CSVText.field(value))
            return hides(name) || isToken
                ? .string("data, \(TextLines.count(bytes.count, "byte"))") : value
        case .string(let text):
            let isToken = !isKey && Sensitivity.isRandomLooking(text)
            return hides(name) || isToken ? Self.length(of: text, "text") : value
        default:
            return hides(name) ? Self.length(of: "\(value)", Self.kind(of: value)) : value
        }
    }

    private static func length(of text: String, _ kind: String) -> Value {
        .string("\(kind), \(TextLines.count(text.count, "character"))")
    }

    private static func kind(of value: Value) -> String {
        switch value {
        case .integer, .double, .decimal: "number"
        case .date: "date"
        default: "text"
        }
    }

    /// A note on the names whose values were not shown; `nil` if there are none.
    var note: String? {
        let hidden = state.withLock { $0.hidden }
        guard !hidden.isEmpty else { return nil }
        let names = TextLines(hidden.sorted().map(\.escapingControls)).joined
        return "kind and length only of \(names); \(Self.option.name) shows the values"
    }
}

extension Console {
    /// Prints which values were masked.
    func note(_ mask: ValueMask) {
        if let text = mask.note { note(text) }
    }
}
