import ObjectGraph

extension TypeDecision {
    /// Decides the type of texts (T4, T6 to T10).
    static func text(of profile: NodeProfile, key: String, minimum: Double) -> TypeDecision {
        let texts = profile.texts
        let count = profile.kinds.texts - texts.empty
        var plain = TypeDecision(
            .string, rule: .plainType, confidence: 1, fact: "texts", count: profile.kinds.texts)
        guard count > 0 else { return plain }
        if var decision = converted(texts, count: count) {
            if decision.confidence >= minimum {
                decision.readEmptyTextsAsNil(texts.empty)
                return decision
            }
            plain.remark = "possibly \(decision.fact)"
            plain.advice = decision.text
            return plain
        }
        plain.advise(on: texts, count: count, key: key)
        return plain
    }

    /// Returns the type other than text that all texts have the format of.
    private static func converted(_ texts: TextStatistics, count: Int) -> TypeDecision? {
        let dates = DateForms(texts, of: count)
        if dates.count == count, (1...3).contains(dates.forms) {
            return TypeDecision(
                .date, dates.transform, rule: .dateText, confidence: dates.confidence,
                fact: "dates",
                count: count)
        }
        if texts[.uuid] == count {
            return TypeDecision(
                .uuid, rule: .formOfText, confidence: 0.95, fact: "UUIDs", count: count)
        }
        if texts[.url] == count {
            return TypeDecision(
                .url, rule: .formOfText, confidence: 0.95, fact: "URLs", count: count)
        }
        guard texts[.base64] == count else { return nil }
        return TypeDecision(.data, rule: .base64, confidence: 0.7, fact: "base64", count: count)
    }

    /// Adds a hint to texts that are not converted.
    private mutating func advise(on texts: TextStatistics, count: Int, key: String) {
        let dates = DateForms(texts, of: count)
        let integers = texts[.integer]
        let numbers = max(texts[.decimal], min(integers + texts[.decimal], count))
        if dates.isAmbiguous {
            remark = "dates whose day and month cannot be told apart"
            advice = "date:usDate"
        } else if let (found, name) = Self.majority(texts, dates, count: count) {
            rule = name == "dates" ? .dateText : name == "base64" ? .base64 : .formOfText
            (fact, self.count, total) = (name, found, count)
            remark = "\(found) of \(count) are \(name)"
        } else if numbers == count, texts[.leadingZeros] == 0 {
            rule = .nearlyFitting
            remark = count == 1 ? "the only value is a number" : "all \(count) are numbers"
            advice = Self.numberType(texts, integers: integers, count: count)
        } else {
            adviseEnumeration(texts, key: key)
        }
    }

    /// Returns the type that holds numbers in texts exactly; amounts of money stay decimal.
    private static func numberType(
        _ texts: TextStatistics, integers: Int, count: Int
    ) -> String {
        guard texts.lengths.longest <= 18 else { return "decimal" }
        if integers == count { return "integer64" }
        return integers + texts[.hundredths] >= count ? "decimal" : "double"
    }

    /// Returns a format that most but not all texts have.
    private static func majority(
        _ texts: TextStatistics, _ dates: DateForms, count: Int
    ) -> (count: Int, name: String)? {
        let found = [
            (dates.count + dates.unread, "dates"),
            (texts[.uuid], "UUIDs"), (texts[.url], "URLs"), (texts[.base64], "base64"),
        ]
        return found.first { $0.0 * 2 > count }
    }

    /// Adds the cases of an enumeration (T9).
    private mutating func adviseEnumeration(_ texts: TextStatistics, key: String) {
        guard let words = texts.words?.filter({ !$0.key.isEmpty }), (2...16).contains(words.count),
            words.keys.allSatisfy({ $0.utf8.count <= 40 })
        else { return }
        let values = words.values.reduce(0, +)
        let names = NameWords(key)
        guard values >= 20, words.count * words.count <= values, names.words.last != "name",
            IdentityNames.class(of: key, entity: nil) == nil,
            !Self.keyEndings.contains(names.words.last ?? ""), !Sensitivity.isSensitive(name: key)
        else { return }
        rule = .enumeration
        cases = words.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        remark = "one of \(cases.count) texts"
    }

    private static let keyEndings: Set<String> = ["id", "ids", "key", "ref", "uid", "uuid"]
}
