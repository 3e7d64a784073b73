import EntityMapper
import MercatorPayload
import ObjectGraph
import RepresentationWriting
import Testing

@Suite("Writing relationships")
struct RepresentationRelationshipTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let id: String
        let json: String
        let mapping: @Sendable (inout ClubWriting) throws -> Void

        init(
            _ id: String, _ json: String,
            _ mapping: @escaping @Sendable (inout ClubWriting) throws -> Void
        ) {
            self.id = id
            self.json = json
            self.mapping = mapping
        }

        var testDescription: String { id }
    }

    @Test(arguments: StoreKind.allCases, rows)
    func `what was read is written again`(kind: StoreKind, row: Row) throws {
        var club = try ClubWriting(kind)
        try row.mapping(&club)
        #expect(try club.again(row.json) == row.json)
    }

    private static let rows = [
        Row("AC-229", #"{"s":"The string","hasOne":{"date":"1970-01-01T00:00:00Z"}}"#) {
            try $0.map("Person", ["s": "name"]) {
                $0.addRelationshipMapping(from: "hasOne", to: "home", using: "Address")
            }
            try $0.map("Address", ["date": "since"])
        },
        Row("AC-247", #"{"name":"Blake","address":{"city":null,"state":"NY"}}"#) {
            try $0.map("Person", ["name": "name"]) {
                $0.addRelationshipMapping(from: "address", to: "home", using: "Address")
            }
            try $0.map("Address", ["city": "city", "state": "state"])
        },
        Row("AC-248", #"{"n":"B","friends":[{"city":"A","state":"a"},{"city":"B","state":"b"}]}"#) {
            try $0.map("Person", ["n": "name"]) {
                $0.addRelationshipMapping(from: "friends", to: "houses", using: "Address")
            }
            try $0.map("Address", ["city": "city", "state": "state"])
        },
        Row("AC-250", #"{"cities":{"eastCoast":[{"city":"A"},{"city":"B"}]}}"#) {
            try $0.map("Person") {
                $0.addRelationshipMapping(from: "cities.eastCoast", to: "houses", using: "Address")
            }
            try $0.map("Address", ["city": "city"])
        },
        Row("to-one behind brackets", #"{"a":"x","form-name[sub]":{"city":"y"}}"#) {
            try $0.map("Person", ["a": "name"]) {
                $0.addRelationshipMapping(from: "form-name[sub]", to: "home", using: "Address")
            }
            try $0.map("Address", ["city": "city"])
        },
        Row("nil is nil", #"{"name":null,"address":null,"houses":[]}"#) {
            try $0.map("Person", ["name": "name"]) {
                $0.addRelationshipMapping(from: "address", to: "home", using: "Address")
                $0.addRelationshipMapping(from: "houses", to: "houses", using: "Address")
            }
            try $0.map("Address", ["city": "city"])
        },
        Row("keys", #"{"blake":{"id":7,"address":{"city":"Ghent"}}}"#) {
            try $0.map("Person") {
                $0.forcesCollectionMapping = true
                $0.addAttributeMapping(fromKeyOfRepresentationTo: "name")
                $0.addAttributeMapping(from: "{name}.id", to: "personID")
                $0.addRelationshipMapping(from: "{name}.address", to: "home", using: "Address")
            }
            try $0.map("Address", ["city": "city"])
        },
        Row("an object that is a list", #"{"groups":{"a":{"t":"A"},"b":{"t":"B"}}}"#) {
            try $0.map("Person") {
                $0.addRelationshipMapping(from: "groups", to: "groups", using: "Group")
            }
            try $0.map("Group", identifiedBy: ["code"]) {
                $0.forcesCollectionMapping = true
                $0.addAttributeMapping(fromKeyOfRepresentationTo: "code")
                $0.addAttributeMapping(from: "{code}.t", to: "title")
            }
        },
        Row("an empty list of keys", #"{"groups":{}}"#) {
            try $0.map("Person") {
                $0.addRelationshipMapping(from: "groups", to: "groups", using: "Group")
            }
            try $0.map("Group") {
                $0.forcesCollectionMapping = true
                $0.addAttributeMapping(fromKeyOfRepresentationTo: "code")
            }
        },
        Row("the representation itself", #"{"name":"B","city":"Ghent","state":null}"#) {
            try $0.map("Person", ["name": "name"]) {
                $0.addRelationshipMapping(from: "", to: "home", using: "Address")
            }
            try $0.map("Address", ["city": "city", "state": "state"])
        },
        Row("the representation itself, without the object", #"{"name":null,"job":null}"#) {
            try $0.map("Person", ["name": "name", "job": "job"]) {
                $0.addRelationshipMapping(from: "", to: "home", using: "Address")
            }
            try $0.map("Address", ["city": "city", "state": "state"])
        },
        Row("values", #"{"groups":["a","b"]}"#) {
            try $0.map("Person") {
                $0.addRelationshipMapping(from: "groups", to: "groups", using: "Group")
            }
            try $0.map("Group", identifiedBy: ["code"], ["": "code"])
        },
        Row("a nil key inside of no object", #"{"home":null}"#) {
            try $0.map("Person", ["home.id": "homeID"]) {
                $0.addRelationshipMapping(from: "home", to: "home", using: "Address")
            }
            try $0.map("Address", identifiedBy: ["addressID"], ["id": "addressID"])
        },
        Row("a key inside of an embedded object", #"{"home":{"id":3,"city":"Ghent"}}"#) {
            try $0.map("Person", ["home.id": "homeID"]) {
                $0.addRelationshipMapping(from: "home", to: "home", using: "Address")
            }
            try $0.map("Address", identifiedBy: ["addressID"], ["id": "addressID", "city": "city"])
        },
    ]

    /// Returns a person with a home, a boss and groups, written by three mappings.
    private func related(_ kind: StoreKind = .inMemory) throws -> ClubWriting {
        var club = try ClubWriting(kind)
        try club.map("Person", identifiedBy: ["personID"], ["id": "personID", "n": "name"])
        try club.map("Address", identifiedBy: ["addressID"], ["id": "addressID", "c": "city"])
        try club.map(
            "Group", identifiedBy: ["code", "year"],
            ["t": "title", "key.year": "year", "key.code": "code"])
        return club
    }

    private func person(_ context: ManagedObjectContext) -> ManagedObject {
        let person = context.make("Person", ["personID": 1, "name": "A"])
        person[toOne: "home"] = context.make("Address", ["addressID": 2, "city": "Ghent"])
        person[toMany: "groups"] = [
            context.make("Group", ["code": "x", "year": 2001, "title": "X"]),
            context.make("Group", ["code": "y", "year": 2002, "title": "Y"]),
        ]
        return person
    }

    @Test(arguments: [
        (
            RelationshipRepresentation.embed,
            #"{"id":1,"n":"A","h":{"id":2,"c":"Ghent"},"g":[{"t":"X","key":{"year":2001,"code":"x"}},{"t":"Y","key":{"year":2002,"code":"y"}}]}"#
        ),
        (
            .automatic,
            #"{"id":1,"n":"A","h":{"id":2,"c":"Ghent"},"g":[{"t":"X","key":{"year":2001,"code":"x"}},{"t":"Y","key":{"year":2002,"code":"y"}}]}"#
        ),
        (
            .identifiers,
            #"{"id":1,"n":"A","h":2,"g":[{"key":{"year":2001,"code":"x"}},{"key":{"year":2002,"code":"y"}}]}"#
        ),
        (.omit, #"{"id":1,"n":"A"}"#),
    ])
    func `each relationship has its representation`(
        representation: RelationshipRepresentation, expected: String
    ) throws {
        var club = try related()
        for (path, name, mapping): (PayloadPath, String, String) in [
            ("h", "home", "Address"), ("g", "groups", "Group"),
        ] {
            club.mappings[0].addRelationshipMapping(
                RelationshipMapping(
                    from: path, to: name, using: mapping, representation: representation))
        }
        #expect(try club.json(club.writer()) { person($0) } == expected)
    }

    @Test(arguments: [
        (RepresentationProfile.create, #"{"g":[]}"#),
        (.update, #"{"h":null,"i":null,"g":[]}"#),
    ])
    func `empty relationships are nil or a list, however they are represented`(
        profile: RepresentationProfile, expected: String
    ) throws {
        var club = try related()
        club.mappings[0].removeMappings(to: "name")
        club.mappings[0].identificationAttributes = nil
        club.mappings[0].removeMappings(to: "personID")
        club.mappings[0].addRelationshipMapping(from: "h", to: "home", using: "Address")
        club.mappings[0].addRelationshipMapping(
            RelationshipMapping(
                from: "i", to: "home", using: "Address", representation: .identifiers))
        club.mappings[0].addRelationshipMapping(from: "g", to: "groups", using: "Group")
        #expect(try club.json(club.writer(profile)) { $0.make("Person") } == expected)
    }

    @Test(arguments: StoreKind.allCases)
    func `the way back is left out, and other cycles end in identifiers`(
        kind: StoreKind
    ) throws {
        var club = try related(kind)
        club.mappings[0].addRelationshipMapping(from: "home", to: "home", using: "Address")
        club.mappings[1].addRelationshipMapping(from: "people", to: "residents", using: "Person")
        #expect(
            try club.json(club.writer()) { person($0) }
                == #"{"id":1,"n":"A","home":{"id":2,"c":"Ghent"}}"#)
        club.mappings[1].relationshipRepresentations(.embed)
        #expect(
            try club.json(club.writer()) { person($0) }
                == #"{"id":1,"n":"A","home":{"id":2,"c":"Ghent","people":[{"id":1}]}}"#)
    }

    @Test func `an object that is its own neighbour is written as what identifies it`() throws {
        var club = try related()
        club.mappings[0].addRelationshipMapping(from: "boss", to: "boss", using: "Person")
        let json = try club.json(club.writer()) { context in
            let person = context.make("Person", ["personID": 1])
            person[toOne: "boss"] = person
            return person
        }
        #expect(json == #"{"id":1,"n":null,"boss":{"id":1}}"#)
    }

    @Test func `an object with a key is written as its key in itself`() throws {
        var club = try ClubWriting()
        try club.map("Person", identifiedBy: ["name"], ["{name}.id": "personID"]) {
            $0.addAttributeMapping(fromKeyOfRepresentationTo: "name")
            $0.addRelationshipMapping(from: "{name}.boss", to: "boss", using: "Person")
        }
        let json = try club.json(club.writer()) { context in
            let person = context.make("Person", ["name": "b", "personID": 1])
            person[toOne: "boss"] = person
            return person
        }
        #expect(json == #"{"b":{"id":1,"boss":{"b":{}}}}"#)
    }

    @Test(arguments: StoreKind.allCases)
    func `a patch has the relationships that changed, seen from either end`(
        kind: StoreKind
    ) throws {
        var club = try related(kind)
        club.mappings[0].addRelationshipMapping(from: "h", to: "home", using: "Address")
        club.mappings[0].addRelationshipMapping(
            RelationshipMapping(
                from: "g", to: "groups", using: "Group", representation: .identifiers))
        club.mappings[1].addRelationshipMapping(
            RelationshipMapping(
                from: "r", to: "residents", using: "Person", representation: .identifiers))
        let writer = try club.writer(.patch)
        let addresses = try club.writer(.patch, "Address")
        let texts = try club.bench.container.written { context in
            let person = person(context)
            let home = try #require(person[toOne: "home"])
            try context.save()
            var texts = [try writer.text(for: person), try addresses.text(for: home)]
            home["city"] = "Bruges"
            texts.append(try writer.text(for: person))
            person[toOne: "home"] = nil
            texts += [try writer.text(for: person), try addresses.text(for: home)]
            person[toOne: "home"] = home
            person[toMany: "groups"].removeLast()
            texts.append(try writer.text(for: person))
            try context.save()
            texts.append(try writer.text(for: person))
            return Array(texts.joined(separator: "\n").utf8)
        }
        #expect(
            texts == """
                {"id":1}
                {"id":2}
                {"id":1}
                {"id":1,"h":null}
                {"id":2,"c":"Bruges","r":[]}
                {"id":1,"g":[{"key":{"year":2001,"code":"x"}}]}
                {"id":1}
                """)
    }

    @Test(arguments: StoreKind.allCases, [("staff", "Person"), ("houses", "Address")])
    func `a patch has an order that changed`(
        kind: StoreKind, relationship: (name: String, entity: String)
    ) throws {
        var club = try related(kind)
        club.mappings[0].addRelationshipMapping(
            RelationshipMapping(
                from: "all", to: relationship.name, using: relationship.entity,
                representation: .identifiers))
        let writer = try club.writer(.patch)
        let text = try club.bench.container.written { context in
            let person = context.make("Person", ["personID": 1])
            let key = relationship.entity == "Person" ? "personID" : "addressID"
            person[toMany: relationship.name] = (2...3).map {
                context.make(relationship.entity, [key: .integer($0)])
            }
            try context.save()
            var texts = [try writer.text(for: person)]
            person[toMany: relationship.name].reverse()
            texts.append(try writer.text(for: person))
            return Array(texts.joined(separator: "\n").utf8)
        }
        #expect(text == "{\"id\":1}\n{\"id\":1,\"all\":[3,2]}")
    }

    @Test(arguments: StoreKind.allCases)
    func `writing changes nothing in the context or the store`(kind: StoreKind) throws {
        var club = try related(kind)
        club.mappings[0].addRelationshipMapping(from: "h", to: "home", using: "Address")
        let writer = try club.writer()
        let container = club.bench.container
        let id = try container.perform { context in
            let person = person(context)
            try context.save()
            return person.objectID
        }
        let before = try club.bench.content()
        try container.perform { context in
            let person = try #require(try context.object(with: id))
            _ = try writer.text(for: person)
            #expect(!context.hasChanges)
            person["name"] = "C"
            let pending = context.changeSet().updated.map(\.row)
            _ = try writer.text(for: person)
            #expect(context.changeSet().updated.map(\.row) == pending)
            #expect(person.isUpdated)
            context.rollback()
            try context.save()
        }
        #expect(try club.bench.content() == before)
    }
}

extension EntityMapping {
    /// Sets the representation of all relationships of the mapping.
    fileprivate mutating func relationshipRepresentations(
        _ representation: RelationshipRepresentation
    ) {
        let old = relationshipMappings
        for mapping in old { removeMappings(to: mapping.destination) }
        for var mapping in old {
            mapping.representation = representation
            addRelationshipMapping(mapping)
        }
    }
}
