import EntityMapper
import MappingInference
import ObjectGraph
import Testing

@Suite("Types of numbers, lists and identities")
struct TypesKindTests {
    func decision(
        _ kinds: KindCounts, texts: TextStatistics = .counting(),
        numbers: NumberStatistics = .counting(), key: String = "x", elements: NodeProfile? = nil,
        minimum: Double = 0.6
    ) -> TypeDecision? {
        TypeDecision.decide(
            for: NodeProfile(kinds, texts: texts, numbers: numbers), key: key,
            elements: elements, minimum: minimum)
    }

    @Test("T1: one kind of values, nulls aside")
    func oneKind() {
        #expect(decision(.counting(nulls: 9, booleans: 1))?.type == .boolean)
        #expect(decision(.counting(integers: 3))?.type == .integer64)
        #expect(decision(.counting(fractions: 3))?.type == .double)
        #expect(decision(.counting(texts: 3))?.type == .string)
    }

    @Test("integers and fractions are doubles, with an integer beyond 2^53 decimals")
    func fractions() {
        let kinds = KindCounts.counting(integers: 3, fractions: 1)
        #expect(decision(kinds)?.type == .double)
        #expect(decision(kinds, numbers: .counting(beyondDouble: 1))?.type == .decimal)
        // Integers alone are exact.
        let integers = decision(.counting(integers: 3), numbers: .counting(beyondDouble: 1))
        #expect(integers?.type == .integer64)
    }

    @Test("a fraction that no double gives back is a decimal")
    func decimals() {
        let long = NumberStatistics.counting(inexactFractions: 1)
        #expect(decision(.counting(fractions: 1), numbers: long)?.type == .decimal)
        #expect(decision(.counting(integers: 5, bigIntegers: 1))?.type == .decimal)
        let longer = NumberStatistics.counting(beyondDecimal: 1)
        #expect(decision(.counting(fractions: 2), numbers: longer)?.type == .double)
        #expect(decision(.counting(bigIntegers: 2), numbers: longer)?.type == .string)
        #expect(decision(.counting(bigIntegers: 2), numbers: longer)?.remark?.isEmpty == false)
    }

    @Test("truth values, numbers and texts together are texts")
    func mixed() {
        let found = decision(.counting(booleans: 1, integers: 1, texts: 1))
        #expect((found?.type, found?.rule) == (.string, .mixedKinds))
        #expect(found?.remark == "mixed: 1 truth value, 1 number, 1 text")
        #expect(decision(.counting(booleans: 1, integers: 1))?.type == .string)
        #expect(decision(.counting(integers: 1, texts: 1))?.type == .string)
    }

    @Test("numbers and empty texts")
    func emptyTexts() {
        let found = decision(.counting(integers: 5, texts: 2), texts: .counting(empty: 2))
        #expect((found?.type, found?.emptyTexts) == (.integer64, 2))
        #expect(found?.transform?.description == "emptyTextAsNull(then: default)")
        #expect(
            decision(.counting(booleans: 5, texts: 2), texts: .counting(empty: 2))?.type
                == .string)
    }

    @Test(
        "T5: numbers whose name says date, in seconds or milliseconds",
        arguments: [
            "created_at", "createdOn", "start_date", "time", "lastUpdated", "created_utc",
            "expires", "timestamp", "startdate", "unixTimestamp",
        ])
    func epochs(key: String) {
        let seconds = decision(
            .counting(integers: 4), numbers: .counting(inSeconds: 4), key: key)
        #expect((seconds?.type, seconds?.rule) == (.date, .dateNumber))
        #expect(seconds?.transform?.description == "secondsSince1970")
        let milliseconds = decision(
            .counting(integers: 3, fractions: 1), numbers: .counting(inMilliseconds: 4), key: key)
        #expect(milliseconds?.transform?.description == "millisecondsSince1970")
        let other = decision(.counting(integers: 4), numbers: .counting(inSeconds: 3), key: key)
        #expect(other?.type == .integer64)
        let careful = decision(
            .counting(integers: 4), numbers: .counting(inSeconds: 4), key: key, minimum: 0.9)
        #expect(careful?.type == .integer64)
        #expect(careful?.advice == "date:secondsSince1970")
    }

    @Test(
        "T5: other names stay numbers", arguments: ["candidate", "format", "count", "id", "temp"])
    func noEpochs(key: String) {
        let found = decision(.counting(integers: 4), numbers: .counting(inSeconds: 4), key: key)
        #expect(found?.type == .integer64)
    }

    @Test("0 for never is a date with a hint")
    func zeros() {
        let numbers = NumberStatistics.counting(zeros: 1, inSeconds: 4)
        let found = decision(.counting(integers: 5), numbers: numbers, key: "created_at")
        #expect(found?.type == .date)
        #expect(
            found?.hint(for: "A.createdAt")
                == "0 is 1970, in 1 of 5; --type A.createdAt=integer64")
        let only = decision(
            .counting(integers: 5), numbers: .counting(zeros: 5), key: "created_at")
        #expect(only?.type == .integer64)
    }

    @Test("null only has no type, and objects are no attribute")
    func unknown() {
        #expect(decision(.counting(nulls: 9)) == nil)
        #expect(decision(.counting(integers: 1, objects: 1)) == nil)
        #expect(decision(.counting(objects: 4)) == nil)
        let found = decision(.counting(integers: 3, objects: 1))
        #expect((found?.type, found?.leftOver) == (.integer64, 1))
    }

    @Test("empty lists have no type; lists of scalars and of lists are attributes")
    func lists() {
        let arrays = KindCounts.counting(arrays: 4)
        #expect(decision(arrays) == nil)
        #expect(decision(arrays, elements: NodeProfile(.counting(nulls: 3))) == nil)
        let integers = decision(arrays, elements: NodeProfile(.counting(integers: 9)))
        #expect(
            (integers?.type, integers?.element, integers?.rule) == (.array, .integer64, .mixedArray)
        )
        let texts = decision(arrays, elements: NodeProfile(.counting(texts: 9)))
        #expect((texts?.type, texts?.element) == (.array, .string))
        let nested = decision(arrays, elements: NodeProfile(.counting(arrays: 9)))
        #expect((nested?.type, nested?.element) == (.array, nil))
        #expect(decision(arrays, elements: NodeProfile(.counting(objects: 9))) == nil)
        let mixed = decision(arrays, elements: NodeProfile(.counting(texts: 1, objects: 9)))
        #expect((mixed?.type, mixed?.element) == (.array, nil))
        let either = decision(
            .counting(texts: 3, arrays: 1), elements: NodeProfile(.counting(texts: 2)))
        #expect((either?.type, either?.rule) == (.array, .mixedKinds))
    }

    @Test("T9: the elements of a list can be an enumeration")
    func listOfCases() {
        let words = TextStatistics.counting(words: ["Fire": 20, "Water": 20])
        let found = decision(
            .counting(arrays: 30),
            key: "weaknesses",
            elements: NodeProfile(.counting(texts: 40), texts: words))
        #expect(found?.cases == ["Fire", "Water"])
    }

    @Test("I11: integers and texts of integers are integers; leading zeros are texts")
    func identities() {
        func type(
            _ kinds: KindCounts, _ texts: TextStatistics = .counting(),
            _ numbers: NumberStatistics = .counting()
        ) -> AttributeType {
            TypeDecision.identity(for: NodeProfile(kinds, texts: texts, numbers: numbers)).type
        }
        let mixed = KindCounts.counting(integers: 1, texts: 1)
        #expect(type(.counting(integers: 3)) == .integer64)
        // The keys of a map.
        #expect(type(.counting(integers: 3), .counting(forms: [.integer: 3])) == .integer64)
        #expect(type(mixed, .counting(longest: 1, forms: [.integer: 1])) == .integer64)
        #expect(type(mixed, .counting(forms: [.integer: 1, .leadingZeros: 1])) == .string)
        #expect(type(mixed, .counting(forms: [.leadingZeros: 1])) == .string)
        #expect(type(mixed) == .string)
        #expect(type(mixed, .counting(longest: 20, forms: [.integer: 1])) == .decimal)
        #expect(type(.counting(texts: 3), .counting(forms: [.integer: 3])) == .string)
        #expect(type(.counting(texts: 3), .counting(forms: [.uuid: 3])) == .uuid)
        #expect(type(.counting(texts: 3), .counting(forms: [.isoDay: 3])) == .string)
        #expect(type(.counting(integers: 1, bigIntegers: 1)) == .decimal)
        let long = NumberStatistics.counting(beyondDecimal: 1)
        #expect(type(.counting(bigIntegers: 1), .counting(), long) == .string)
    }
}
