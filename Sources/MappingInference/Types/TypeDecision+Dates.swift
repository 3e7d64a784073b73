import EntityMapper
import ObjectGraph
import ValueTransforms

/// The forms of dates among texts, and the transform that reads them all.
struct DateForms {
    /// The texts that are dates in a form that one transform reads without doubt.
    private(set) var count = 0
    /// The number of forms.
    private(set) var forms = 0
    /// The transforms, the most usual one first.
    private(set) var transforms: [ValueTransform] = []
    /// The dates with slashes that ``count`` does not contain.
    private(set) var unread = 0
    /// Dates with slashes of which none says whether the day or the month comes first.
    private(set) var isAmbiguous = false
    /// The texts with slashes.
    private(set) var slashes = 0

    /// The forms that the default transform reads, with the transform for one of them alone.
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

    /// Adds dates with slashes if one of them decides on the order of day and month.
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

    /// The transform for all forms; `nil` for the default one.
    var transform: ValueTransform? {
        guard transforms.count == 1, let only = transforms.first else {
            return .firstOf(transforms)
        }
        return only == .default ? nil : only
    }

    var confidence: Double { slashes > 0 ? 0.75 : forms > 1 ? 0.9 : 0.95 }
}

extension TypeDecision {
    /// Decides on numbers that are dates by their range and the name of the attribute (T5).
    static func date(fromNumbersAt place: PlaceProfile, key: String) -> TypeDecision? {
        let count = place.kinds.numbers
        let numbers = place.numbers
        guard namesDate(key), place.kinds.bigIntegers == 0 else { return nil }
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

    /// Endings of keys whose words nothing separates: `startdate`.
    private static let dateEndings = [
        "timestamp", "datetime", "createdat", "updatedat", "startdate", "enddate", "birthdate",
        "duedate", "starttime", "endtime", "unixtime",
    ]
}
