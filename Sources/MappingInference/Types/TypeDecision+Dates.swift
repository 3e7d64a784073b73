import EntityMapper
import ObjectGraph
import ValueTransforms

/// The date formats found in texts, and the transform that reads them all.
struct DateForms {
    /// The number of texts that a transform reads unambiguously.
    private(set) var count = 0
    /// The number of formats.
    private(set) var forms = 0
    /// The transforms, the most usual one first.
    private(set) var transforms: [ValueTransform] = []
    /// The number of slashed dates that are not in ``count``.
    private(set) var unread = 0
    /// Indicates whether day and month cannot be distinguished in any slashed date.
    private(set) var isAmbiguous = false
    /// The number of slashed dates.
    private(set) var slashes = 0

    /// The formats of the default transform, each with the transform for that format alone.
    private static let standard: [(form: TextForm, alone: ValueTransform)] = [
        (.iso8601, .default), (.isoDay, .isoDay),
        (.spacedDateTime, .date(format: "yyyy-MM-dd HH:mm:ss")),
    ]
    private static let others: [(form: TextForm, transform: ValueTransform)] = [
        (.twitterDate, .date(format: "EEE MMM dd HH:mm:ss Z yyyy")), (.httpDate, .httpDate),
        (.monthDayYear, .date(format: "MMM d, yyyy")), (.dotNetDate, .dotNetDate()),
    ]

    init(_ texts: TextStatistics, of total: Int) {
        let standard = Self.standard.filter { texts[$0.form] > 0 }
        let others = Self.others.filter { texts[$0.form] > 0 }
        if let first = standard.first {
            transforms.append(standard.count > 1 ? .default : first.alone)
        }
        transforms += others.map(\.transform)
        let found = standard.map(\.form) + others.map(\.form)
        count = found.reduce(0) { $0 + texts[$1] }
        forms = found.count
        addSlashes(texts, rest: total - count)
    }

    /// Counts slashed dates if one of them determines the order of day and month.
    private mutating func addSlashes(_ texts: TextStatistics, rest: Int) {
        let (day, month) = (texts[.dayMonthYear], texts[.monthDayYearSlashes])
        slashes = max(day, month)
        isAmbiguous = day == month && slashes > 0 && slashes == rest
        guard slashes > 0, slashes == rest, !isAmbiguous else {
            unread = slashes
            return
        }
        transforms.append(day > month ? .date(format: "dd/MM/yyyy") : .usDate)
        count += slashes
        forms += 1
    }

    /// The transform for all formats; `nil` for the default one.
    var transform: ValueTransform? {
        guard transforms.count == 1, let only = transforms.first else {
            return .firstOf(transforms)
        }
        return only == .default ? nil : only
    }

    var confidence: Double { slashes > 0 ? 0.75 : forms > 1 ? 0.9 : 0.95 }
}

extension TypeDecision {
    /// Detects dates in numbers, from their range and the attribute's key (T5).
    static func date(fromNumbersOf profile: NodeProfile, key: String) -> TypeDecision? {
        let count = profile.kinds.numbers
        let numbers = profile.numbers
        guard namesDate(key), profile.kinds.bigIntegers == 0 else { return nil }
        let transform: ValueTransform
        switch count - numbers.zeros {
        case ...0: return nil
        case numbers.inSeconds: transform = .secondsSince1970
        case numbers.inMilliseconds: transform = .millisecondsSince1970
        default: return nil
        }
        var decision = TypeDecision(
            .date, transform, rule: .dateNumber, confidence: 0.85, fact: "\(transform)",
            count: count)
        if numbers.zeros > 0 {
            decision.remark = "0 is 1970, in \(numbers.zeros) of \(count)"
            decision.advice = "integer64"
        }
        return decision
    }

    /// Tests whether a key ends in a word for a date.
    static func namesDate(_ key: String) -> Bool {
        guard let last = NameWords(key).words.last else { return false }
        return dateWords.contains(last) || dateEndings.contains(where: last.hasSuffix)
    }

    private static let dateWords: Set<String> = [
        "at", "created", "date", "expires", "on", "time", "timestamp", "updated", "utc",
    ]

    /// Date endings of keys without word boundaries: `startdate`.
    private static let dateEndings = [
        "timestamp", "datetime", "createdat", "updatedat", "startdate", "enddate", "birthdate",
        "duedate", "starttime", "endtime", "unixtime",
    ]
}
