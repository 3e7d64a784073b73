import Foundation
import ObjectGraph
import Testing

/// Stores keep the predicates of connections, so the form of earlier versions must remain readable.
@Suite("Predicates as JSON")
struct PredicateCodingTests {
    @Test(
        arguments: [
            (#"{"node":{"constant":{"_0":true}}}"#, .true),
            (
                """
                {"node":{"comparison":{"_0":{"components":["author","age"]},"_1":"less","_2":\
                {"integer":{"_0":3}}}}}
                """, PropertyPath("author.age") < 3
            ),
            (
                #"{"node":{"not":{"_0":{"node":{"isNil":{"_0":{"components":["x"]}}}}}}}"#,
                PropertyPath("x") != nil
            ),
            (
                """
                {"node":{"text":{"_0":{"components":["x"]},"_1":{"kind":"begins","options":1,\
                "pattern":"a"}}}}
                """, PropertyPath("x").begins(with: "a", .caseInsensitive)
            ),
            (
                """
                {"node":{"quantified":{"_0":"any","_1":{"components":["tags"]},"_2":\
                {"node":{"and":{"_0":[{"node":{"constant":{"_0":true}}},\
                {"node":{"constant":{"_0":false}}}]}}}}}}
                """, .any("tags", .true && .false)
            ),
        ] as [(String, EntityPredicate)])
    func `what earlier versions wrote is read`(json: String, predicate: EntityPredicate) throws {
        let decoded = try JSONDecoder().decode(EntityPredicate.self, from: Data(json.utf8))
        #expect(decoded == predicate)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(predicate), as: UTF8.self) == json)
    }

    @Test(arguments: [
        "tags.@count > 2", #"ANY tags.name == "x""#, #"SELF IN {CAST("A/1", "object")}"#,
        #"name MATCHES[c] "a+""#,
    ])
    func `new kinds of conditions come back`(format: String) throws {
        let predicate = try EntityPredicate(format: format)
        let data = try JSONEncoder().encode(predicate)
        #expect(try JSONDecoder().decode(EntityPredicate.self, from: data) == predicate)
    }

    @Test(arguments: [
        (#"{"node":{"and":{"_0":[]}}}"#, EntityPredicate.true),
        (#"{"node":{"or":{"_0":[]}}}"#, .false),
        (#"{"node":{"and":{"_0":[{"node":{"constant":{"_0":false}}}]}}}"#, .false),
    ])
    func `lists that are no longer made print what they mean`(
        json: String, meaning: EntityPredicate
    ) throws {
        let decoded = try JSONDecoder().decode(EntityPredicate.self, from: Data(json.utf8))
        #expect(try EntityPredicate(format: decoded.description) == meaning)
    }
}
