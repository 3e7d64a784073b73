// Comparing and hashing use no recursion: a value can be nested more deeply than the stack allows.

extension Value {
    /// Returns whether both are values of the same kind with equal content.
    ///
    /// Strings are compared bytewise.
    public static func == (left: Value, right: Value) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.integer(let a), .integer(let b)): a == b
        case (.string(let a), .string(let b)): a.hasSameBytes(as: b)
        case (.boolean(let a), .boolean(let b)): a == b
        case (.double(let a), .double(let b)): a == b
        case (.decimal(let a), .decimal(let b)): a == b
        case (.date(let a), .date(let b)): a == b
        case (.data(let a), .data(let b)): a == b
        case (.uuid(let a), .uuid(let b)): a == b
        case (.array, .array), (.dictionary, .dictionary): areSame(left, right)
        default: false
        }
    }

    /// Returns whether the values are equal, except for the notation of numbers.
    ///
    /// In arrays or dictionaries, numbers can differ in notation, such as `5` and `5.0`; either
    /// value can then represent the other in a store.
    ///
    /// JSON has one type of number, and a server may write `5.0` as `5`. Mappings use this
    /// comparison, so that another notation is not a change.
    package func hasSameContent(as other: Value) -> Bool {
        switch (self, other) {
        case (.array, .array), (.dictionary, .dictionary):
            Value.areSame(self, other, comparesAmounts: true)
        default: self == other
        }
    }

    /// Tests whether one value is an integer and the other a double with exactly the same amount.
    private func isSameAmount(as other: Value) -> Bool {
        switch (self, other) {
        case (.integer(let whole), .double(let number)), (.double(let number), .integer(let whole)):
            Int64(exactly: number) == whole
        default: false
        }
    }

    private static func areSame(
        _ left: Value, _ right: Value, comparesAmounts: Bool = false
    ) -> Bool {
        var open = [(left, right)]
        while let pair = open.popLast() {
            switch pair {
            case (.array(let left), .array(let right)):
                guard left.count == right.count else { return false }
                for (left, right) in zip(left, right) {
                    if left.isContainer, right.isContainer {
                        open.append((left, right))
                    } else if left != right, !comparesAmounts || !left.isSameAmount(as: right) {
                        return false
                    }
                }
            case (.dictionary(let left), .dictionary(let right)):
                guard left.count == right.count else { return false }
                for (name, left) in left {
                    // A dictionary treats canonically equivalent names as equal.
                    guard let index = right.index(forKey: name),
                        right[index].key.hasSameBytes(as: name)
                    else { return false }
                    open.append((left, right[index].value))
                }
            default:
                guard pair.0 == pair.1 || comparesAmounts && pair.0.isSameAmount(as: pair.1)
                else { return false }
            }
        }
        return true
    }

    /// Hashes the content, down to a limited depth of nesting.
    public func hash(into hasher: inout Hasher) { feed(&hasher, levels: 32) }

    private func feed(_ hasher: inout Hasher, levels: Int) {
        switch self {
        case .null: hasher.combine(0)
        case .boolean(let flag): hasher.combine(flag)
        case .integer(let number): hasher.combine(number)
        case .double(let number): hasher.combine(number)
        case .decimal(let number): hasher.combine(number)
        case .string(let text): hasher.combine(text)
        case .date(let instant): hasher.combine(instant)
        case .data(let bytes): hasher.combine(bytes)
        case .uuid(let identifier): hasher.combine(identifier)
        case .array(let elements):
            hasher.combine(elements.count)
            guard levels > 0 else { return }
            for element in elements { element.feed(&hasher, levels: levels - 1) }
        case .dictionary(let members):
            hasher.combine(members.count)
            guard levels > 0 else { return }
            var sum = 0
            for (name, member) in members {
                var own = Hasher()
                own.combine(name)
                member.feed(&own, levels: levels - 1)
                sum ^= own.finalize()
            }
            hasher.combine(sum)
        }
    }
}

extension Value {
    /// The greatest depth of nested arrays and dictionaries, in memory and in files.
    package static let nestingLimit = 512

    /// Indicates whether the value is an array or a dictionary.
    package var isContainer: Bool {
        switch self {
        case .array, .dictionary: true
        default: false
        }
    }

    /// The reason why no store can keep this array or dictionary; `nil` if stores can.
    ///
    /// The check uses no recursion, so it works at any depth.
    package var contentFault: ContentFault? { contentFault(levels: Value.nestingLimit) }

    /// Returns the same with a different limit of nested levels.
    func contentFault(levels limit: Int) -> ContentFault? {
        var open = [(value: self, level: 1)]
        while let (value, level) = open.popLast() {
            switch value {
            case .array(let elements):
                guard level <= limit else { return .depth }
                open.append(
                    contentsOf: elements.lazy.filter(\.isQuestionable).map { ($0, level + 1) })
            case .dictionary(let members):
                guard level <= limit else { return .depth }
                open.append(
                    contentsOf: members.values.lazy.filter(\.isQuestionable).map { ($0, level + 1) }
                )
            case .double(let number) where !number.isFinite && level > 1: return .number
            case .decimal(let number) where number.isNotANumber: return .number
            default: continue
            }
        }
        return nil
    }

    private var isQuestionable: Bool {
        switch self {
        case .array, .dictionary, .double, .decimal: true
        default: false
        }
    }

    /// The reasons why no store can keep an array or a dictionary.
    package enum ContentFault: Sendable, Hashable {
        /// The nesting is deeper than ``nestingLimit``.
        case depth
        /// The content includes a number that JSON cannot express: an infinity or NaN.
        case number

        /// The expected content, and the content that was found instead.
        package var words: (expected: String, found: String) {
            switch self {
            case .depth:
                ("at most \(Value.nestingLimit) levels of arrays and objects", "more")
            case .number:
                ("numbers", "one that is infinite or none, for which JSON has no form")
            }
        }
    }
}
