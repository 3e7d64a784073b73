/// Combining comparisons with single values into conditions on lists.
extension ResolvedPredicate {
    /// The least number of conditions that are combined into one with a list.
    ///
    /// A list is evaluated once, and can use an index; for a few comparisons it makes
    /// no difference.
    private static let listMinimum = 16

    /// Returns the disjunction of conditions.
    static func anyOf(_ parts: [ResolvedPredicate]) -> ResolvedPredicate {
        .or(gathered(parts, \.list) { $0 })
    }

    /// Returns the conjunction of conditions.
    static func allOf(_ parts: [ResolvedPredicate]) -> ResolvedPredicate {
        .and(gathered(parts, \.excludedList) { .not($0) })
    }

    /// Combines the value lists of one subject into one condition, at the position of the first.
    private static func gathered(
        _ parts: [ResolvedPredicate], _ list: (ResolvedPredicate) -> ValueList?,
        _ condition: (ResolvedPredicate) -> ResolvedPredicate
    ) -> [ResolvedPredicate] {
        guard parts.count >= listMinimum else { return parts }
        let lists = parts.map(list)
        var counts: [ValueList.Subject: Int] = [:]
        for list in lists.compactMap(\.self) { counts[list.subject, default: 0] += 1 }
        var gathered: [ValueList.Subject: (index: Int, list: ValueList)] = [:]
        var result: [ResolvedPredicate] = []
        for (part, list) in zip(parts, lists) {
            guard let list, counts[list.subject, default: 0] >= listMinimum else {
                result.append(part)
                continue
            }
            if gathered[list.subject] == nil {
                gathered[list.subject] = (result.count, list)
                result.append(part)
            } else {
                gathered[list.subject]?.list.add(list)
            }
        }
        for (index, list) in gathered.values { result[index] = condition(list.predicate) }
        return result
    }

    /// The values that the condition accepts for one subject; `nil` if it is of another form.
    private var list: ValueList? {
        switch self {
        case .comparison(let path, .equal, let value):
            ValueList(subject: .attribute(path), values: [value])
        case .membership(let path, let values):
            ValueList(subject: .attribute(path), values: values)
        case .object(let path, let numbers): ValueList(subject: .object(path), numbers: numbers)
        case .identity(let numbers): ValueList(subject: .itself, numbers: numbers)
        default: nil
        }
    }

    /// The values that the condition rejects for one subject; `nil` if it is of another form.
    private var excludedList: ValueList? {
        switch self {
        case .comparison(let path, .notEqual, let value):
            ValueList(subject: .attribute(path), values: [value])
        case .not(let inner): inner.list
        default: nil
        }
    }
}

/// A list of values for one subject.
private struct ValueList {
    enum Subject: Hashable {
        case attribute(ResolvedPath)
        case object(ResolvedPath)
        case itself
    }

    let subject: Subject
    private(set) var values: [Value] = []
    private(set) var numbers: [Int64] = []

    init(subject: Subject, values: [Value] = [], numbers: [Int64] = []) {
        self.subject = subject
        self.values = values
        self.numbers = numbers
    }

    mutating func add(_ other: ValueList) {
        values += other.values
        numbers += other.numbers
    }

    /// The condition that accepts the values.
    var predicate: ResolvedPredicate {
        switch subject {
        case .attribute(let path): .membership(path, values)
        case .object(let path): .object(path, numbers)
        case .itself: .identity(numbers)
        }
    }
}
