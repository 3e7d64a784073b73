import MercatorPayload
import Testing

/// A case from the acceptance catalogue, or an additional one.
struct MergeCase: CustomTestStringConvertible {
    let id: String
    let base: String
    let other: String
    let expected: String

    var testDescription: String { "\(id): \(base) + \(other)" }
}

@Suite("Merging documents")
struct WritingMergeTests {
    @Test(arguments: [
        MergeCase(
            id: "AC-275", base: #"{"name":{"firstName":"Blake"}}"#,
            other: #"{"name":{"lastName":"Watters"}}"#,
            expected: #"{"name":{"firstName":"Blake","lastName":"Watters"}}"#),
        MergeCase(
            id: "overwriting deep", base: #"{"name":{"firstName":"Blake","lastName":"?"}}"#,
            other: #"{"name":{"lastName":"Watters"}}"#,
            expected: #"{"name":{"firstName":"Blake","lastName":"Watters"}}"#),
        MergeCase(
            id: "AC-277", base: #"{"name":{"firstName":"Blake"}}"#, other: #"{"email":"a@b.c"}"#,
            expected: #"{"name":{"firstName":"Blake"},"email":"a@b.c"}"#),
        MergeCase(
            id: "AC-278", base: #"{"email":"a@b.c","n":1}"#, other: #"{"email":{"work":"d@e.f"}}"#,
            expected: #"{"email":{"work":"d@e.f"},"n":1}"#),
        MergeCase(
            id: "AC-278 reversed", base: #"{"email":{"work":"d@e.f"}}"#,
            other: #"{"email":"a@b.c"}"#, expected: #"{"email":"a@b.c"}"#),
        MergeCase(
            id: "arrays", base: #"{"a":[1,2]}"#, other: #"{"a":[3]}"#, expected: #"{"a":[3]}"#),
        MergeCase(
            id: "null", base: #"{"a":{"b":1}}"#, other: #"{"a":null}"#, expected: #"{"a":null}"#),
        MergeCase(id: "scalar roots", base: "1", other: "[2]", expected: "[2]"),
        MergeCase(id: "object under scalar", base: #"{"a":1}"#, other: "7", expected: "7"),
        MergeCase(id: "empty", base: #"{"a":1}"#, other: "{}", expected: #"{"a":1}"#),
        MergeCase(
            id: "escaped keys", base: #"{"\u0061":{"x":1}}"#, other: #"{"a":{"\u0079":2}}"#,
            expected: #"{"a":{"x":1,"y":2}}"#),
        MergeCase(
            id: "repeated keys", base: #"{"a":1,"a":{"x":1}}"#,
            other: #"{"a":0,"b":0,"a":{"y":2}}"#,
            expected: #"{"a":{"x":1,"y":2},"b":0}"#),
    ])
    func `the second document wins, objects merge`(row: MergeCase) throws {
        let base = try PayloadDocument(parsing: row.base)
        let merged = try base.merging(PayloadDocument(parsing: row.other))
        #expect(String(decoding: merged.jsonBytes(), as: UTF8.self) == row.expected)
    }

    @Test func `the outcome is limited`() throws {
        let base = try PayloadDocument(parsing: #"{"a":1}"#)
        let other = try PayloadDocument(parsing: #"{"b":2}"#)
        let options = PayloadOptions(limits: PayloadLimits(elementsPerContainer: 1))
        let error = try #require(throws: PayloadError.self) {
            try base.merging(other, options: options)
        }
        #expect(error.code == .tooManyElements)
    }
}
