import EntityMapper
import MercatorPayload
import ObjectGraph

extension Coding where Value == Bool {
    /// `true` or `false`.
    static var flag: Coding {
        Coding { value, _ in
            .boolean(value)
        } read: { value, reader in
            if value.bool == nil { reader.mismatch(value, expected: "true or false") }
            return value.bool
        }
    }
}

extension Coding where Value == String {
    /// A text.
    static var text: Coding { .text(of: "a text") }

    /// A text, with a name for messages.
    static func text(of expected: String) -> Coding {
        Coding { value, _ in
            .string(value)
        } read: { value, reader in
            if value.string == nil { reader.mismatch(value, expected: expected) }
            return value.string
        }
    }
}

extension Coding where Value == Int {
    /// A whole number.
    static var integer: Coding {
        Coding { value, _ in
            .number(Int64(value))
        } read: { value, reader in
            let number = value.int64.flatMap { Int(exactly: $0) }
            if number == nil { reader.mismatch(value, expected: "a whole number") }
            return number
        }
    }
}

extension Coding where Value: RawRepresentable<String> & CaseIterable & Equatable & Sendable {
    /// The name of a case.
    static var choice: Coding { choice(Value.allCases.map { ($0.rawValue, $0) }) }
}

extension Coding {
    /// One of the given names.
    static func choice(_ choices: [(name: String, value: Value)]) -> Coding
    where Value: Equatable & Sendable {
        Coding { value, _ in
            .string(choices.first { $0.value == value }?.name ?? "")
        } read: { value, reader in
            let names = choices.map(\.name)
            let all = "one of \(names.joined(separator: ", "))"
            guard let text = value.string else {
                reader.mismatch(value, expected: all)
                return nil
            }
            if let choice = choices.first(where: { $0.name == text }) { return choice.value }
            let advice = Suggestion.text(for: text, among: names)
            reader.report(.value, at: value, "expected \(all), found \(value.finding)\(advice)")
            return nil
        }
    }

    /// An array of values.
    static func list<Element>(of element: Coding<Element>) -> Coding where Value == [Element] {
        Coding { values, writer in
            .array(values.map { element.write($0, &writer) })
        } read: { value, reader in
            guard value.kind == .array else {
                reader.mismatch(value, expected: "an array")
                return nil
            }
            return value.elements.compactMap { element.read($0, &reader) }
        }
    }

    /// An object with a value for each name, sorted.
    static func table<Element>(of element: Coding<Element>) -> Coding
    where Value == [String: Element] {
        Coding { values, writer in
            .object(
                values.sorted { $0.key.precedes($1.key) }.map {
                    PayloadNode.Member($0.key, element.write($0.value, &writer))
                })
        } read: { value, reader in
            guard value.kind == .object else {
                reader.mismatch(value, expected: "an object")
                return nil
            }
            var values: [String: Element] = [:]
            for member in reader.members(of: value) {
                values[member.key] = element.read(member.value, &reader)
            }
            return values
        }
    }
}

extension Coding where Value == PayloadKind {
    /// The name of a kind of values.
    static var kind: Coding {
        .choice([
            ("null", .null), ("boolean", .boolean), ("number", .number), ("string", .string),
            ("array", .array), ("object", .object),
        ])
    }
}

extension Coding where Value == AllowedOperations {
    /// An array of the names of the operations.
    static var operations: Coding {
        let names: [(name: String, value: AllowedOperations)] = [
            ("insert", .insert), ("update", .update), ("delete", .delete),
        ]
        let list = Coding<[AllowedOperations]>.list(of: .choice(names))
        return Coding { operations, writer in
            list.write(names.map(\.value).filter { operations.contains($0) }, &writer)
        } read: { value, reader in
            list.read(value, &reader).map { AllowedOperations($0) }
        }
    }
}

extension Coding where Value == PayloadPath {
    /// The text of a path.
    static var path: Coding {
        Coding { path, writer in
            let text = path.description
            if let problem = path.problem {
                writer.report("the path '\(text)' is invalid: \(problem)")
            } else if (try? PayloadPath(text)) != path {
                writer.report("the path '\(text)' does not have a text that gives it back")
            }
            return .string(text)
        } read: { value, reader in
            guard let text = value.string else {
                reader.mismatch(value, expected: "the text of a path")
                return nil
            }
            reader.note(path: text, at: value)
            do throws(PayloadPathError) {
                return try PayloadPath(text)
            } catch {
                reader.report(.value, at: value, "\(error)")
                return nil
            }
        }
    }
}

extension String {
    /// Tests whether the text precedes a second text in byte order.
    func precedes(_ other: String) -> Bool { utf8.lexicographicallyPrecedes(other.utf8) }
}
