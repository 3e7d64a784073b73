import EntityMapper
import MappingInference
import ObjectGraph
import Testing

@Suite("Types of texts")
struct TypesTextTests {
    /// Returns the decision for texts of which so many have each form.
    func decision(
        _ count: Int, _ forms: [TextForm: Int], empty: Int = 0, longest: Int = 10,
        words: [String: Int]? = nil, key: String = "x", minimum: Double = 0.6
    ) throws -> TypeDecision {
        let place = NodeProfile(
            .counting(texts: count),
            texts: .counting(empty: empty, longest: longest, forms: forms, words: words))
        return try #require(TypeDecision.decide(for: place, key: key, minimum: minimum))
    }

    @Test(
        "T4: dates of one form",
        arguments: [
            (TextForm.iso8601, nil), (.isoDay, "isoDay"), (.httpDate, "httpDate"),
            (.twitterDate, "date(EEE MMM dd HH:mm:ss Z yyyy)"), (.dotNetDate, "dotNetDate"),
            (.monthDayYear, "date(MMM d, yyyy)"),
            (.spacedDateTime, "date(yyyy-MM-dd HH:mm:ss)"),
        ] as [(TextForm, String?)])
    func dates(form: TextForm, transform: String?) throws {
        let found = try decision(7, [form: 7])
        #expect(found.type == .date)
        #expect(found.transform?.description == transform)
        #expect(found.rule == .dateText)
        #expect((found.count, found.total) == (7, 7))
        #expect(found.remark == nil)
    }

    @Test("T4: up to three forms, each text of one of them")
    func severalForms() throws {
        let two = try decision(9, [.iso8601: 4, .isoDay: 5])
        #expect((two.type, two.transform) == (.date, nil))
        let three = try decision(9, [.isoDay: 4, .twitterDate: 3, .httpDate: 2])
        #expect(
            three.transform?.description
                == "firstOf(isoDay, date(EEE MMM dd HH:mm:ss Z yyyy), httpDate)")
        let four = try decision(
            9, [.isoDay: 3, .twitterDate: 3, .httpDate: 2, .monthDayYear: 1])
        #expect(four.type == .string)
        #expect(try decision(9, [.isoDay: 4, .httpDate: 4]).type == .string)
    }

    @Test("one text of 100 is no date")
    func oneMisfit() throws {
        let found = try decision(100, [.isoDay: 99])
        #expect(found.type == .string)
        #expect(found.hint(for: "A.x") == "99 of 100 are dates")
        #expect((found.rule, found.count, found.total) == (.dateText, 99, 100))
    }

    @Test("the order of day and month is decided by a value")
    func slashes() throws {
        let doubtful = try decision(1, [.dayMonthYear: 1, .monthDayYearSlashes: 1])
        #expect(doubtful.type == .string)
        #expect(
            doubtful.hint(for: "A.x")
                == "dates whose day and month cannot be told apart; --type A.x=date:usDate")
        let days = try decision(2, [.dayMonthYear: 2, .monthDayYearSlashes: 1])
        #expect((days.type, days.transform?.description) == (.date, "date(dd/MM/yyyy)"))
        let months = try decision(2, [.dayMonthYear: 1, .monthDayYearSlashes: 2])
        #expect((months.type, months.transform?.description) == (.date, "usDate"))
        let mixed = try decision(5, [.isoDay: 2, .dayMonthYear: 3, .monthDayYearSlashes: 1])
        #expect(mixed.transform?.description == "firstOf(isoDay, date(dd/MM/yyyy))")
        // 13/02 and 02/13: no order fits both.
        let both = try decision(2, [.dayMonthYear: 1, .monthDayYearSlashes: 1])
        #expect(both.type == .string)
    }

    @Test("T6: UUIDs and URLs; relative ones stay texts")
    func addresses() throws {
        #expect(try decision(3, [.uuid: 3]).type == .uuid)
        #expect(try decision(3, [.url: 3]).type == .url)
        #expect(try decision(3, [.relativeURL: 3]).type == .string)
        #expect(try decision(3, [.url: 2]).hint(for: "A.x") == "2 of 3 are URLs")
    }

    @Test("base64 of 40 bytes in 20 of 20; other texts stay")
    func data() throws {
        let found = try decision(20, [.base64: 20], longest: 56)
        #expect((found.type, found.transform, found.rule) == (.data, nil, .base64))
        #expect(try decision(20, [:], longest: 4).type == .string)
        let partial = try decision(20, [.base64: 19], longest: 56)
        #expect((partial.type, partial.remark) == (.string, "19 of 20 are base64"))
    }

    @Test("numbers in texts stay texts, with a hint if all are numbers")
    func numbersInTexts() throws {
        let all = try decision(2, [.integer: 2], longest: 1)
        #expect(all.type == .string)
        #expect(all.hint(for: "A.x") == "all 2 are numbers; --type A.x=integer64")
        #expect(try decision(3, [.integer: 2], longest: 1).remark == nil)
        let fractions = try decision(151, [.integer: 2, .decimal: 149])
        #expect(fractions.hint(for: "User.lat") == "all 151 are numbers; --type User.lat=double")
        #expect(try decision(2, [.integer: 2], longest: 30).advice == "decimal")
        let money = try decision(40, [.integer: 2, .decimal: 38, .hundredths: 38])
        #expect(money.hint(for: "Post.bounty") == "all 40 are numbers; --type Post.bounty=decimal")
        #expect(try decision(40, [.decimal: 40, .hundredths: 39]).advice == "double")
        #expect(try decision(2, [.integer: 2, .leadingZeros: 1]).remark == nil)
    }

    @Test("T9: an enumeration is advice, not a type")
    func enumeration() throws {
        let words = ["Democrat": 12, "Republican": 11, "Independent": 2]
        let found = try decision(25, [:], words: words, key: "party")
        #expect((found.type, found.rule) == (.string, .enumeration))
        #expect(found.cases == ["Democrat", "Independent", "Republican"])
        for key in ["name", "first_name", "code", "user_id", "id", "pin"] {
            #expect(try decision(25, [:], words: words, key: key).cases.isEmpty, "\(key)")
        }
        #expect(try decision(19, [:], words: ["a": 10, "b": 9]).cases.isEmpty)
        #expect(try decision(25, [:], words: ["a": 25]).cases.isEmpty)
        let many = Dictionary(uniqueKeysWithValues: (0..<6).map { ("w\($0)", 5) })
        #expect(try decision(30, [:], words: many).cases.isEmpty)
        #expect(try decision(20, [:], words: ["a": 10, "b": 10], key: "kind").cases == ["a", "b"])
        #expect(try decision(20, [:], words: nil).cases.isEmpty)
    }

    @Test("empty texts among others read as nil, counted")
    func emptyTexts() throws {
        let dates = try decision(10, [.iso8601: 7], empty: 3)
        #expect((dates.type, dates.transform, dates.emptyTexts) == (.date, nil, 3))
        #expect(dates.remark == "3 empty texts read as nil")
        #expect((dates.count, dates.total) == (7, 7))
        let uuids = try decision(10, [.uuid: 9], empty: 1)
        #expect(uuids.transform?.description == "emptyTextAsNull(then: default)")
        #expect(uuids.remark == "1 empty text reads as nil")
        let texts = try decision(10, [:], empty: 3)
        #expect((texts.type, texts.transform, texts.emptyTexts) == (.string, nil, 0))
        #expect(try decision(3, [:], empty: 3).type == .string)
    }

    @Test("a conversion below the confidence is advice")
    func confidence() throws {
        let found = try decision(2, [.dayMonthYear: 2, .monthDayYearSlashes: 1], minimum: 0.9)
        #expect(found.type == .string)
        #expect(
            found.hint(for: "A.x") == "possibly dates; --type A.x=date:date(dd/MM/yyyy)")
    }
}
