/// A value that was set and that no save accepts.
struct Refusal: Sendable {
    let root: Int
    let number: Int64
    let slot: Int
    /// The value of the slot since the refusal; any other value ends the refusal.
    let kept: Value
    /// The expectation and the value that was found, for a message.
    let message: String

    /// The greatest nesting of a rejected value that is still stored in the row.
    ///
    /// The limit exists because other code traverses rows recursively.
    static let deepest = 4 * Value.nestingLimit
}

extension ManagedObjectContext {
    /// Sets an attribute to a value given by a program.
    ///
    /// A value that matches the attribute type but not the Swift type is set, and rejected by the
    /// save. The same applies to arrays and dictionaries that are too deep for a store. Other
    /// values are rejected without being set: a value that is too deep for traversal, a value with
    /// a number that JSON lacks, a value of the attribute's kind but out of its range, and an
    /// outlier, which denotes a value that no store can keep. A value of another kind is a
    /// programming error.
    func assign(
        _ value: Value, to attribute: AttributeDescription, slot: Int, root: Int,
        at position: Int, isOutlier: Bool = false
    ) {
        if !state.refusals.isEmpty {
            let number = state.tables[root].entries[position].number
            state.refusals.removeAll {
                $0.slot == slot && $0.number == number && $0.root == root
            }
        }
        do throws(ValueMismatch) {
            guard !isOutlier, let fitting = attribute.type.normalized(value) else {
                throw mismatch(value, attribute, slot, root, at: position, isOutlier: isOutlier)
            }
            set(try attribute.admitted(fitting), slot: slot, root: root, at: position)
            noteChoice(attribute.name, slot: slot, root: root, at: position)
        } catch {
            if !isOutlier, let fitting = attribute.type.normalized(value) {
                set(fitting, slot: slot, root: root, at: position)
            }
            let entry = state.tables[root].entries[position]
            let location = error.path.isEmpty ? "" : " at \(error.path)"
            state.refusals.append(
                Refusal(
                    root: root, number: entry.number, slot: slot, kept: entry.row[slot],
                    message: "expected \(error.expected), found \(error.found)\(location)"))
        }
    }

    /// Returns the reason for a type's refusal of a value.
    ///
    /// A value that is only slightly too deep is also set.
    private func mismatch(
        _ value: Value, _ attribute: AttributeDescription, _ slot: Int, _ root: Int,
        at position: Int, isOutlier: Bool
    ) -> ValueMismatch {
        let type = attribute.type
        if isOutlier || type.isNumber(value) {
            return ValueMismatch(expected: type.word, found: "one that the attribute cannot keep")
        }
        guard type.isContainer(value), let fault = value.contentFault else {
            let entity = state.tables[root].entries[position].entity
            preconditionFailure(
                "\(model.layouts[entity].name).\(attribute.name): "
                    + "expected \(type.word), found \(value)")
        }
        // A NaN is not equal to itself, so the check on save could not recognize the value in
        // the row.
        if fault == .depth, value.contentFault(levels: Refusal.deepest) == nil {
            set(value, slot: slot, root: root, at: position)
        }
        let (expected, found) = fault.words
        return ValueMismatch(expected: expected, found: found)
    }
}

extension AttributeDescription {
    /// Returns a value of the attribute in its stored form, if the Swift type accepts it.
    package func admitted(_ value: Value) throws(ValueMismatch) -> Value {
        try shape.shape?.admitted(value) ?? value
    }

    /// The problem with the default value, or with the absence of one.
    var shapeProblem: String? {
        if let value = type.normalized(defaultValue) {
            do throws(ValueMismatch) {
                _ = try admitted(value)
            } catch {
                return "the default \(error.path): expected \(error.expected), found \(error.found)"
            }
        }
        guard defaultValue.isNull, let fault = shape.defaultFault else { return nil }
        return switch fault {
        case .missing:
            "there must be something to read where a file has a value that does not fit: make it "
                + "optional, give it a default, or its type a placeholder"
        case .outlier:
            "no store can keep the default: "
                + (type == .date ? "dates are of the years 1 to 9999" : "it is not a number")
        }
    }
}

extension AttributeType {
    /// Tests whether a value is an array for an array type, or a dictionary for a dictionary type.
    fileprivate func isContainer(_ value: Value) -> Bool {
        switch (self, value) {
        case (.array, .array), (.dictionary, .dictionary): true
        default: false
        }
    }

    /// Tests whether a value is a number of a kind that the type accepts, regardless of its range.
    fileprivate func isNumber(_ value: Value) -> Bool {
        switch (self, value) {
        case (.integer16, .integer), (.integer32, .integer), (.integer64, .integer): true
        case (.float, .integer), (.float, .double), (.double, .integer), (.double, .double): true
        case (.decimal, .decimal): true
        default: false
        }
    }
}
