/// A value that a program has set and that no save writes.
struct Refusal: Sendable {
    let root: Int
    let number: Int64
    let slot: Int
    /// What the row has since; with another value there is nothing left to refuse.
    let kept: Value
    /// What was expected, and what was found.
    let message: String

    /// How deep a value may be that is set and will be refused: others walk through it by recursion.
    static let deepest = 4 * Value.nestingLimit
}

extension ManagedObjectContext {
    /// Sets an attribute as a program says.
    ///
    /// What fits the attribute type but not the Swift type is set, and refused by the save. So are
    /// arrays and dictionaries that are too deep for a store; those that are too deep to be walked
    /// through, or have a number that JSON has not, are refused without being set. A value of another kind than the attribute's is a programming error.
    func assign(
        _ value: Value, to attribute: AttributeDescription, slot: Int, root: Int, at position: Int
    ) {
        let (number, entity) = (
            state.tables[root].entries[position].number,
            state.tables[root].entries[position].entity
        )
        if !state.refusals.isEmpty {
            state.refusals.removeAll {
                $0.slot == slot && $0.number == number && $0.root == root
            }
        }
        guard let fitting = attribute.type.normalized(value) else {
            guard attribute.type.isKind(of: value), let fault = value.contentFault else {
                preconditionFailure(
                    "\(model.layouts[entity].name).\(attribute.name): "
                        + "expected \(attribute.type.word), found \(value)")
            }
            // A number that is none equals nothing, itself included, so the row could not tell it.
            if fault == .depth, value.contentFault(levels: Refusal.deepest) == nil {
                set(value, slot: slot, root: root, at: position)
            }
            let (expected, found) = fault.words
            refuse(
                state.tables[root].entries[position].row[slot],
                "expected \(expected), found \(found)")
            return
        }
        do throws(ValueMisfit) {
            set(try attribute.admitted(fitting), slot: slot, root: root, at: position)
        } catch {
            set(fitting, slot: slot, root: root, at: position)
            let place = error.path.isEmpty ? "" : " at \(error.path)"
            refuse(fitting, "expected \(error.expected), found \(error.found)\(place)")
        }
        func refuse(_ kept: Value, _ message: String) {
            state.refusals.append(
                Refusal(root: root, number: number, slot: slot, kept: kept, message: message))
        }
    }
}

extension AttributeDescription {
    /// A value of the attribute as it is kept, if the Swift type takes it.
    package func admitted(_ value: Value) throws(ValueMisfit) -> Value {
        try shape.shape?.admitted(value) ?? value
    }

    /// What is wrong with the default, or with having none.
    var shapeProblem: String? {
        if let value = type.normalized(defaultValue) {
            do throws(ValueMisfit) {
                _ = try admitted(value)
            } catch {
                return "the default \(error.path): expected \(error.expected), found \(error.found)"
            }
        }
        guard shape.lacksPlaceholder, defaultValue.isNull else { return nil }
        return "there must be something to read where a file has a value that does not fit: make "
            + "it optional, give it a default, or its type a placeholder"
    }
}

extension AttributeType {
    /// Whether a value is an array for arrays, or a dictionary for dictionaries.
    fileprivate func isKind(of value: Value) -> Bool {
        switch (self, value) {
        case (.array, .array), (.dictionary, .dictionary): true
        default: false
        }
    }
}
