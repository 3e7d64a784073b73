/// Conditions that ask for the values of a list one by one.
extension ResolvedPredicate {
    /// From so many conditions on, they become one that has a list.
    ///
    /// A set is asked once, and an index serves it; a few comparisons are as good without.
    private static let listMinimum = 16

    /// Joins conditions of which one must hold.
    static func anyOf(_ parts: [ResolvedPredicate]) -> ResolvedPredicate {
        .or(gathered(parts, \.list) { $0 })
    }

    /// Joins conditions that must all hold.
    static func allOf(_ parts: [ResolvedPredicate]) -> ResolvedPredicate {
        .and(gathered(parts, \.excludedList) { .not($0) })
    }

    /// Puts lists of values on one subject into one condition, where the first of them stands.
    private static func gathered(
        _ parts: [ResolvedPredicate], _ list: (ResolvedPredicate) -> ValueList?,
        _ condition: (ResolvedPredicate) -> ResolvedPredicate
    ) -> [ResolvedPredicate] {
        guard parts.count >= listMinimum else { return parts }
        let lists = parts.map(list)
        var counts: [ValueList.Subject: Int] = [:]
        for list in lists.compactMap(\.self) { counts[list.subject, default: 0] += 1 }
        var gathered: [ValueList.Subject: (place: Int, list: ValueList)] = [:]
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
        for (place, list) in gathered.values { result[place] = condition(list.predicate) }
        return result
    }

    /// The values that this asks for.
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

    /// The values that this refuses, and nothing else.
    private var excludedList: ValueList? {
        switch self {
        case .comparison(let path, .notEqual, let value):
            ValueList(subject: .attribute(path), values: [value])
        case .not(let inner): inner.list
        default: nil
        }
    }
}

/// What something may be.
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

    /// The condition that asks for all of them.
    var predicate: ResolvedPredicate {
        switch subject {
        case .attribute(let path): .membership(path, values)
        case .object(let path): .object(path, numbers)
        case .itself: .identity(numbers)
        }
    }
}
