import MappingInference
import Testing

@Suite("Identities in objects that describe a record")
struct NestedIdentityTests {
    /// The places of identities in the answers of common APIs.
    static let members = [
        #""id":{"kind":"video","videoId":"v#"}"#, #""metadata":{"uid":"u#","name":"same"}"#,
        #""meta":{"id":"u#","name":"same"}"#, #""_links":{"self":{"href":"/things/t#x"}}"#,
        #""links":{"self":"/things/t#x"}"#, #""_id":{"thingId":"u#"}"#,
        #""sys":{"id":"u#","type":"Entry"}"#,
    ]

    @Test(arguments: members)
    func `identify the record, and are no entities`(member: String) throws {
        let records = (1...4).map {
            "{" + member.replacing("#", with: "\($0)") + #","size":\#($0 % 2),"tags":[]}"#
        }
        let inferred = try Inferred(
            #"{"things":[\#(records.joined(separator: ","))]}"#, named: "page.json")
        let thing = try #require(inferred.entity("Thing"))
        #expect(inferred.mapping.entities.count == 1)
        try #require(thing.identification.count == 1)
        #expect(try inferred.rows("Thing", thing.identification).count == 4)
        #expect(try inferred.objects() == ["Thing": 4])
    }

    @Test func `give way to an identity of the record itself`() throws {
        let inferred = try Inferred(
            """
            {"things":[{"id":1,"metadata":{"uid":"a"},"_links":{"self":{"href":"/things/x1"}}},
            {"id":2,"metadata":{"uid":"b"},"_links":{"self":{"href":"/things/x2"}}}]}
            """)
        #expect(inferred.entities == ["Thing thingID"])
        #expect(
            inferred.attributes("Thing") == ["linksSelfHref", "metadataUid", "thingID"])
    }

    @Test func `are the text of an element of XML with attributes`() throws {
        let items = (1...3).map {
            #"<post><guid isPermaLink="false">g\#($0)</guid><title>same</title></post>"#
        }
        let inferred = try Inferred("<feed>\(items.joined())</feed>", named: "feed.xml")
        #expect(inferred.entities == ["Post guidText"])
    }

    @Test func `are none where values are missing or contradict each other`() throws {
        let inferred = try Inferred(
            #"{"things":[{"metadata":{"uid":"a"},"n":1},{"metadata":{"uid":"a"},"n":2},{"n":3}]}"#)
        #expect(inferred.entity("Thing")?.identification == ["position", "sourceName"])
    }
}

@Suite("Nouns that records give themselves")
struct OwnNounTests {
    private func page(_ count: Int, _ member: (Int) -> String) -> String {
        let records = (1...count).map { #"{\#(member($0)),"title":"t","n":\#($0 % 3)}"# }
        return #"{"items":[\#(records.joined(separator: ","))],"has_more":true}"#
    }

    @Test func `the only unique identity of many records identifies them`() throws {
        let inferred = try Inferred(page(20) { #""question_id":\#($0 * 7)"# }, named: "page1.json")
        #expect(inferred.entities == ["Page questionID"])
    }

    @Test func `a key of the records within names and identifies few records, too`() throws {
        func member(_ index: Int) -> String {
            #""question_id":\#(index * 7),"answers":[{"answer_id":\#(index),"question_id":\#(index * 7)}]"#
        }
        #expect(
            try Inferred(page(3, member), named: "page1.json").entities
                == ["Answer answerID", "Question questionID"])
        #expect(
            try Inferred(page(3) { #""question_id":\#($0 * 7)"# }, named: "page1.json").entities
                == ["Page position+sourceName"])
    }

    @Test(
        arguments: [
            #""question_id":#,"user_id":#"#, #""question_id":#,"id":#"#,
            #""question_id":1"#, #""owner_id":#"#,
        ])
    func `not a foreign key beside others, an own identity, a repeat or a role`(
        member: String
    ) throws {
        let inferred = try Inferred(
            page(20) { member.replacing("#", with: "\($0 * 7)") }, named: "page1.json")
        #expect(inferred.entities.allSatisfy { $0.hasPrefix("Page ") })
    }

    @Test func `not the key of another entity`() throws {
        let inferred = try Inferred([
            ("page1.json", page(20) { #""question_id":\#($0 * 7)"# }),
            ("questions.json", #"[{"id":7,"t":"a"},{"id":14,"t":"b"}]"#),
        ])
        #expect(inferred.entities == ["Page position+sourceName", "Question questionID"])
    }
}
