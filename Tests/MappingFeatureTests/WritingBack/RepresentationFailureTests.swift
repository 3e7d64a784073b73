import EntityMapper
import MercatorPayload
import ObjectGraph
import RepresentationWriting
import Testing

@Suite("Objects that cannot be written")
struct RepresentationFailureTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let id: String
        let code: MappingError.Code
        let words: String
        let mapping: @Sendable (inout ClubWriting) throws -> Void
        let object: @Sendable (ManagedObjectContext) -> ManagedObject

        init(
            _ id: String, _ code: MappingError.Code, _ words: String,
            mapping: @escaping @Sendable (inout ClubWriting) throws -> Void,
            object: @escaping @Sendable (ManagedObjectContext) -> ManagedObject
        ) {
            self.id = id
            self.code = code
            self.words = words
            self.mapping = mapping
            self.object = object
        }

        var testDescription: String { id }
    }

    @Test(arguments: rows)
    func `the error says which, and why`(row: Row) throws {
        var club = try ClubWriting()
        try row.mapping(&club)
        let writer = try club.writer()
        let error = caught(MappingError.self) { _ = try club.json(writer, row.object) }
        #expect(error?.code == row.code)
        #expect(error?.message.replacing(/\/\d+/, with: "/#") == row.words)
    }

    private static let rows = [
        Row(
            "an infinite number", .unwritableValue,
            "Person/#.score: a payload has no number that is infinite"
        ) {
            try $0.map("Person", ["s": "score"])
        } object: {
            $0.make("Person", ["score": .double(.infinity)])
        },
        Row(
            "a value that a transform has no form for", .unwritableValue,
            "Person/#.name: the transform 'never' has no form for the value"
        ) {
            try $0.map("Person") {
                $0.addAttributeMapping(
                    from: "n", to: "name",
                    using: ValueTransform("never") { _ in
                        nil
                    } reverse: { _ in
                        nil
                    })
            }
        } object: {
            $0.make("Person", ["name": "B"])
        },
        Row(
            "a key that is no text", .unwritableValue,
            "Person/#.likes: expected a text, number or truth value, since it becomes a key, found "
                + "something else; use another transform"
        ) {
            try $0.map("Person") { $0.addAttributeMapping(fromKeyOfRepresentationTo: "likes") }
        } object: {
            $0.make("Person", ["likes": ["a"]])
        },
        Row(
            "a key that is nil", .missingIdentification,
            "Person/#.name: expected a value, since it stands for the whole object, found nil; set "
                + "it, or leave the object out"
        ) {
            try $0.map("Person") { $0.addAttributeMapping(fromKeyOfRepresentationTo: "name") }
        } object: {
            $0.make("Person")
        },
        Row(
            "a value that is the whole object, and nil", .missingIdentification,
            "Person/#.name: expected a value, since it stands for the whole object, found nil; set "
                + "it, or leave the object out"
        ) {
            try $0.map("Person", ["": "name"])
        } object: {
            $0.make("Person")
        },
        Row(
            "identifiers that are nil", .missingIdentification,
            "Address/#.addressID: expected a value, since it stands for the whole object, found "
                + "nil; set it, or leave the object out"
        ) {
            try $0.map("Person") {
                $0.addRelationshipMapping(
                    RelationshipMapping(
                        from: "h", to: "home", using: "Address", representation: .identifiers))
            }
            try $0.map("Address", identifiedBy: ["addressID"], ["id": "addressID"])
        } object: { context in
            let person = context.make("Person")
            person[toOne: "home"] = context.make("Address")
            return person
        },
        Row(
            "a cycle of what nothing identifies", .missingIdentification,
            "'boss' leads to Person/#, which is being written already, and nothing identifies it; "
                + "set identificationAttributes, or omit the relationship"
        ) {
            try $0.map("Person", ["n": "name"]) {
                $0.addRelationshipMapping(from: "boss", to: "boss", using: "Person")
            }
        } object: { context in
            let person = context.make("Person")
            person[toOne: "boss"] = person
            return person
        },
        Row(
            "a cycle of what is identified from outside", .missingIdentification,
            "'boss' leads to Person/#, which is being written already, and 'personID', which "
                + "identifies it, cannot be written to '@parent.id'; omit the relationship"
        ) {
            try $0.map("Person", identifiedBy: ["personID"], ["@parent.id": "personID"]) {
                $0.addRelationshipMapping(from: "boss", to: "boss", using: "Person")
            }
        } object: { context in
            let person = context.make("Person", ["personID": 1])
            person[toOne: "boss"] = person
            return person
        },
        Row(
            "two attributes for one place", .conflictingValues,
            "Person/#.job: something else was written to 'n' already; make one of the mappings "
                + "read-only, or omit it"
        ) {
            try $0.map("Person", ["n": "name", "n": "job"])
        } object: {
            $0.make("Person", ["name": "B", "job": "C"])
        },
        Row(
            "two attributes for one place, one nil", .conflictingValues,
            "Person/#.job: something else was written to 'n' already; make one of the mappings "
                + "read-only, or omit it"
        ) {
            try $0.map("Person", ["n": "name", "n": "job"])
        } object: {
            $0.make("Person", ["name": "B"])
        },
        Row(
            "two objects with one key", .conflictingValues,
            "Person/#.groups: two objects have the same key; give each its own, or omit the "
                + "relationship"
        ) {
            try $0.map("Person") {
                $0.addRelationshipMapping(from: "g", to: "groups", using: "Group")
            }
            try $0.map("Group") {
                $0.forcesCollectionMapping = true
                $0.addAttributeMapping(fromKeyOfRepresentationTo: "code")
            }
        } object: { context in
            let person = context.make("Person")
            person[toMany: "groups"] = (0...1).map { _ in context.make("Group", ["code": "x"]) }
            return person
        },
        Row(
            "two objects in the representation itself", .conflictingValues,
            "Person/#.groups: 2 objects, but the representation itself has room for one; give the "
                + "relationship a path, or omit it"
        ) {
            try $0.map("Person", ["n": "name"]) {
                $0.addRelationshipMapping(from: "", to: "groups", using: "Group")
            }
            try $0.map("Group", ["c": "code"])
        } object: { context in
            let person = context.make("Person")
            person[toMany: "groups"] = (0...1).map { _ in context.make("Group") }
            return person
        },
        Row(
            "an object of another entity", .objectMismatch,
            "Address/#: expected Person, found Address; add a mapping for it, or leave the object "
                + "out"
        ) {
            try $0.map("Person", ["n": "name"])
        } object: {
            $0.make("Address")
        },
        Row(
            "a deleted object", .objectMismatch,
            "Person/# does not exist any more; write objects before they are deleted"
        ) {
            try $0.map("Person", ["n": "name"])
        } object: { context in
            let person = context.make("Person")
            context.delete(person)
            return person
        },
        Row(
            "a sub-entity without a mapping", .noMapping,
            "'animals' leads to Animal/#: expected Cat, found Dog; add a mapping for it, or leave "
                + "the object out"
        ) {
            try $0.map("Person") {
                $0.addRelationshipMapping(from: "a", to: "animals", using: "Cat")
            }
            try $0.map("Cat", ["n": "name"])
        } object: { context in
            let person = context.make("Person")
            person[toMany: "animals"] = [context.make("Dog")]
            return person
        },
    ]

    @Test(arguments: [(3, false), (4, true)])
    func `objects inside one another have a limit`(limit: Int, fits: Bool) throws {
        var club = try ClubWriting()
        try club.map("Person", ["n": "name"]) {
            $0.addRelationshipMapping(from: "boss", to: "boss", using: "Person")
        }
        let writer = try club.writer(depthLimit: limit)
        let error = caught(MappingError.self) {
            _ = try club.json(writer) { context in
                let people = (0..<4).map { _ in context.make("Person") }
                for (person, boss) in zip(people, people.dropFirst()) {
                    person[toOne: "boss"] = boss
                }
                return people[0]
            }
        }
        #expect(error?.code == (fits ? nil : .depthExceeded))
        #expect(
            error?.message.contains("more than 3 objects inside one another") == (fits ? nil : true)
        )
    }

    private func names() throws -> ClubWriting {
        var club = try ClubWriting()
        try club.map("Person", ["n": "name", "l": "likes"])
        return club
    }

    @Test(arguments: [
        ("AC-256 some roots", ["a", ""], [:] as [String: Value], MappingError.Code.rootMismatch),
        ("a root in an array", ["a", "a.b"], [:], .rootMismatch),
        ("AC-256 no object for extra members", ["", ""], ["x": 1], .rootMismatch),
        ("extra members without a form", ["a", "b"], ["x": .double(.infinity)], .unwritableValue),
    ])
    func `parts that do not fit are refused`(
        id: String, roots: [String], extra: [String: Value], code: MappingError.Code
    ) throws {
        let club = try names()
        let writers = try roots.map { try club.writer(root: PayloadPath($0)) }
        let error = caught(MappingError.self) {
            _ = try club.bench.container.written { context in
                let parts = try writers.map { try $0.part(for: [context.make("Person")]) }
                return try RepresentationWriter.document(joining: parts, adding: extra).jsonBytes()
            }
        }
        #expect(error?.code == code, "\(id): \(error?.message ?? "")")
    }

    @Test func `output that could not be read again is rejected`() throws {
        let club = try names()
        let deep = (0..<600).reduce(Value.null) { inner, _ in [inner] }
        let error = caught(MappingError.self) {
            _ = try club.json(club.writer()) { $0.make("Person", ["likes": deep]) }
        }
        #expect(error?.code == .payloadLimit)
        #expect((error?.cause as? PayloadError)?.code == .nestingTooDeep)
    }

    @Test func `two records with one key are refused`() throws {
        var club = try ClubWriting()
        try club.map("Person") {
            $0.forcesCollectionMapping = true
            $0.addAttributeMapping(fromKeyOfRepresentationTo: "name")
        }
        let writer = try club.writer()
        let error = caught(MappingError.self) {
            _ = try club.bench.container.written { context in
                try writer.jsonBytes(
                    for: (0...1).map { _ in context.make("Person", ["name": "x"]) })
            }
        }
        #expect(error?.code == .conflictingValues)
    }

    @Test func `objects of another model are refused`() throws {
        let club = try names()
        let writer = try club.writer()
        let other = try PersistentContainer(model: News.model(), store: InMemoryStore())
        let error = caught(MappingError.self) {
            _ = try other.perform { try writer.text(for: $0.make("Article")) }
        }
        #expect(error?.code == .modelMismatch)
    }

    @Test func `a task that was cancelled stops writing`() async throws {
        let club = try names()
        let writer = try club.writer()
        let container = club.bench.container
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try container.perform { try writer.text(for: $0.make("Person")) }
        }
        task.cancel()
        await #expect {
            try await task.value
        } throws: { error in
            (error as? MappingError)?.code == .cancelled
        }
    }
}
