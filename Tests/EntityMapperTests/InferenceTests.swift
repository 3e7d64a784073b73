import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

/// Returns an entity with string attributes, in a model of its own.
private func entity(
    _ name: String, _ attributes: [String], userInfo: [String: Value] = [:]
) throws -> EntityDescription {
    let model = try ManagedObjectModel([
        EntityDescription(
            name, attributes: attributes.map { AttributeDescription($0, .string) },
            userInfo: userInfo)
    ])
    return try #require(model[name])
}

@Suite("Inferring what identifies an object")
struct InferenceTests {
    @Test(
        arguments: [
            ("Monkey", ["monkeyID"], "monkeyID"),  // B01
            ("Monkey", ["ID"], "ID"),  // B02
            ("Monkey", ["identifier"], "identifier"),  // B03
            ("Monkey", ["id"], "id"),
            ("Monkey", ["URL"], "URL"),  // B04
            ("Monkey", ["url"], "url"),  // B05
            ("Monkey", ["monkey_id"], "monkey_id"),  // B06
            ("ArcticMonkey", ["arctic_monkey_id"], "arctic_monkey_id"),  // B07
            ("ArcticMonkey", ["arcticMonkeyID"], "arcticMonkeyID"),
            ("ArcticMonkeyURL", ["arctic_monkey_url_id"], "arctic_monkey_url_id"),  // B08
            ("URLRequest", ["uRLRequestID"], "uRLRequestID"),
        ])
    func `finds an attribute by its name`(
        name: String, attributes: [String], expected: String
    ) throws {
        let mapping = EntityMapping(for: try entity(name, ["other"] + attributes))
        #expect(mapping.identificationAttributes == [expected])
    }

    @Test(
        arguments: [
            ["monkeyID", "identifier", "id", "URL"], ["monkey_id", "identifier", "id", "url"],
            ["identifier", "id", "URL"], ["id", "url"], ["ID", "URL"],
        ])
    func `takes the first of the known names, whatever the order of the attributes`(
        names: [String]
    ) throws {
        let mapping = EntityMapping(for: try entity("Monkey", names.reversed()))
        #expect(mapping.identificationAttributes == [names[0]])
    }

    @Test(
        arguments: [
            ("URL", "url_id"), ("iPhone", "i_phone_id"), ("Monkey2", "monkey_id"),
            ("HTTP2Server", "server_id"), ("FooBAR_Baz", "foo_baz_id"), ("X509Cert", "cert_id"),
            ("OAuth2Token", "o_auth_token_id"), ("arctic_monkey", "arctic_id"),
            ("URLRequest", "url_request_id"), ("Monkey", "monkey_id"),
        ])
    func `splits a name into words and keeps acronyms together`(
        name: String, expected: String
    ) throws {
        let mapping = EntityMapping(for: try entity(name, [expected]))
        #expect(mapping.identificationAttributes == [expected])
    }

    @Test(
        arguments: [
            Value.string("name"), .string("name,monkeyID"), .string(" name , monkeyID "),
            ["name", "monkeyID"],
        ] as [Value],
        [
            "identificationAttributes", "RKEntityIdentificationAttributes", "identityAttributes",
            "identityAttribute",
        ])
    func `follows a declaration before any name`(declared: Value, key: String) throws {
        // B09, B10, B11
        let entity = try entity("Monkey", ["monkeyID", "name"], userInfo: [key: declared])
        let expected = declared == .string("name") ? ["name"] : ["name", "monkeyID"]
        #expect(EntityMapping(for: entity).identificationAttributes == expected)
    }

    @Test(
        arguments: [
            (
                Value.integer(12345),
                """
                Monkey: userInfo 'identificationAttributes' of Monkey: expected an attribute \
                name, a comma list or an array of names, found 12345
                """
            ),  // B12
            (
                "nonExistant",
                """
                Monkey: userInfo 'identificationAttributes' of Monkey: no attribute 'nonExistant'
                """
            ),  // B13
            (
                ["monkeyId"],
                """
                Monkey: userInfo 'identificationAttributes' of Monkey: no attribute 'monkeyId'; \
                did you mean 'monkeyID'?
                """
            ),
        ] as [(Value, String)])
    func `reports a declaration that cannot be followed`(declared: Value, message: String) throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Monkey", attributes: [.init("monkeyID", .integer64)],
                userInfo: ["identificationAttributes": declared])
        ])
        let entity = try #require(model["Monkey"])
        let mappings = MappingSet([EntityMapping(for: entity)], roots: [.root: "Monkey"])
        let error = #expect(throws: MappingPlanError.self) {
            try MappingPlan(mappings, for: model)
        }
        #expect(error?.problems.map(\.description) == [message])
    }

    @Test func `searches inherited attributes, declarations and names`() throws {
        // B14
        let model = try ManagedObjectModel([
            EntityDescription(
                "Parent",
                attributes: [.init("monkeyID", .integer64), .init("parentID", .integer64)]),
            EntityDescription("Monkey", parent: "Parent"),
            EntityDescription("Ape", parent: "Parent"),
            EntityDescription(
                "Declared", attributes: [.init("code", .string)],
                userInfo: ["identificationAttributes": "code"]),
            EntityDescription(
                "Nested", parent: "Declared", attributes: [.init("nestedID", .integer64)]),
        ])
        let monkey = try #require(model["Monkey"])
        #expect(EntityMapping(for: monkey).identificationAttributes == ["monkeyID"])
        // Unlike in item 41, the name of the parent is tried last. B16: that rule is for the parent
        // itself.
        let ape = try #require(model["Ape"])
        #expect(EntityMapping(for: ape).identificationAttributes == ["parentID"])
        let parent = try #require(model["Parent"])
        #expect(EntityMapping(for: parent).identificationAttributes == ["parentID"])
        // B15: the nearest declaration wins over names of the entity itself.
        let nested = try #require(model["Nested"])
        #expect(EntityMapping(for: nested).identificationAttributes == ["code"])
    }

    @Test func `can be turned off, and finds nothing where there is nothing`() throws {
        // B17, item 42
        let monkey = try entity("Monkey", ["monkeyID"])
        let mapping = EntityMapping(for: monkey, infersIdentification: false)
        #expect(mapping.identificationAttributes == nil)
        let storm = try entity("Storm", ["name"])
        #expect(EntityMapping(for: storm).identificationAttributes == nil)
    }
}
