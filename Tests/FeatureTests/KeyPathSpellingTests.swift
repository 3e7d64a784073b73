import Mercator
import Testing

/// Each typed spelling must have the same effect as the one with names.
@Suite("Spelling by key paths")
struct KeyPathSpellingTests {
    struct Person: Entity {
        let personID = Attribute<Int64>("personID")
        let name = Attribute<String?>("full name")
        let houses = ToMany<House>("houses", inverse: \.owner)
    }

    struct House: Entity {
        let houseID = Attribute<Int64>("houseID")
        let town = Attribute<String?>("town")
        let ownerID = Attribute<Int64?>("ownerID")
        let version = Attribute<Int64?>("version")
        let state = Attribute<SynchronizationState>("state", default: .clean)
        let owner = ToOne<Person>("owner")
        let residents = ToMany<Human>("residents", inverse: \.residence)
    }

    struct Human: Entity {
        let humanID = Attribute<Int64>("humanID")
        let townID = Attribute<Int64?>("townID")
        let residence = ToOne<House>("residence")
        let landlord = ToOne<Person>("landlord")
        let neighbours = ToMany<Human>("neighbours")
    }

    typealias Change = @Sendable (inout EntityMapping) -> Void

    /// The spellings of each kind of mapping: typed, and by name.
    static let spellings: [(String, Change, Change)] = [
        (
            "attribute", { $0.addAttributeMapping(from: "n", to: \Person.name) },
            { $0.addAttributeMapping(from: "n", to: "full name") }
        ),
        (
            "attribute elsewhere",
            { $0.addAttributeMapping(from: "n", to: \House.owner, \.name) },
            { $0.addAttributeMapping(from: "n", to: "owner.full name") }
        ),
        (
            "key", { $0.addAttributeMapping(fromKeyOfRepresentationTo: \House.town) },
            { $0.addAttributeMapping(fromKeyOfRepresentationTo: "town") }
        ),
        (
            "to-one", { $0.addRelationshipMapping(from: "o", to: \House.owner) },
            { $0.addRelationshipMapping(from: "o", to: "owner", using: "Person") }
        ),
        (
            "to-many",
            {
                $0.addRelationshipMapping(
                    from: "r", to: \House.residents, using: "Tenant", assignmentPolicy: .union)
            },
            {
                $0.addRelationshipMapping(
                    from: "r", to: "residents", using: "Tenant", assignmentPolicy: .union)
            }
        ),
        (
            "made attribute",
            { $0.addAttributeMapping(AttributeMapping(from: "t", to: \House.town)) },
            { $0.addAttributeMapping(AttributeMapping(from: "t", to: "town")) }
        ),
        (
            "made relationship",
            { $0.addRelationshipMapping(RelationshipMapping(from: "o", to: \House.owner)) },
            {
                $0.addRelationshipMapping(
                    RelationshipMapping(from: "o", to: "owner", using: "Person"))
            }
        ),
        (
            "identification", { $0.setIdentificationAttributes(\House.town, \House.houseID) },
            { $0.identificationAttributes = ["town", "houseID"] }
        ),
        (
            "modification", { $0.setModificationAttribute(\House.version) },
            { $0.modificationAttribute = "version" }
        ),
        (
            "synchronization", { $0.setSynchronizationAttribute(\House.state) },
            { $0.synchronizationAttribute = "state" }
        ),
        (
            "validation",
            { $0.addValidation(for: \House.town, ValueValidation("v") { _ in .accept }) },
            { $0.addValidation(for: "town", ValueValidation("v") { _ in .accept }) }
        ),
        (
            "connection",
            { $0.addConnection(for: \House.owner, connectedBy: (\.ownerID, \.personID)) },
            { $0.addConnection(for: "owner", connectedBy: ["ownerID": "personID"]) }
        ),
        (
            "two keys",
            {
                $0.addConnection(
                    for: \House.owner, connectedBy: (\.ownerID, \.personID), (\.town, \.name))
            },
            {
                $0.addConnection(
                    for: "owner", connectedBy: ["ownerID": "personID", "town": "full name"])
            }
        ),
        (
            "one key by its name", { $0.addConnection(for: \House.owner, connectedBy: \.ownerID) },
            { $0.addConnection(for: "owner", connectedBy: "ownerID") }
        ),
        (
            "key path of two",
            { $0.addConnection(for: \Human.landlord, keyPath: \.residence, \.owner) },
            { $0.addConnection(for: "landlord", keyPath: "residence.owner") }
        ),
        (
            "key path of three",
            {
                $0.addConnection(
                    for: \Human.neighbours, keyPath: \.landlord, \.houses, \.residents)
            },
            { $0.addConnection(for: "neighbours", keyPath: "landlord.houses.residents") }
        ),
        (
            "removed",
            {
                $0.addAttributeMappings(["town", "version"])
                $0.addRelationshipMapping(from: "owner", using: "Person")
                $0.addConnection(for: "owner", connectedBy: "ownerID")
                $0.removeMappings(to: \House.town)
                $0.removeMappings(to: \House.owner)
                $0.removeConnection(for: \House.owner)
            },
            { $0.addAttributeMappings(["version"]) }
        ),
    ]

    @Test(arguments: spellings.indices)
    func `a typed spelling writes the same mapping`(index: Int) {
        let (name, typed, named) = Self.spellings[index]
        var one = EntityMapping(for: House.self, infersIdentification: false)
        var other = one
        typed(&one)
        named(&other)
        #expect(one == other, "\(name): \(one)")
        #expect(one != EntityMapping(for: House.self, infersIdentification: false))
    }

    @Test func `look-ups by key path find what names find`() {
        var houses = EntityMapping(for: House.self)
        houses.addAttributeMapping(from: "t", to: "town")
        houses.addRelationshipMapping(from: "o", to: "owner", using: "Person")
        houses.addConnection(for: "owner", connectedBy: "ownerID")
        #expect(houses.attributeMapping(to: \House.town)?.source == "t")
        #expect(houses.relationshipMapping(to: \House.owner)?.source == "o")
        #expect(houses.connection(for: \House.owner) == houses.connections[0])
    }

    @Test func `connections by key paths are those by names`() {
        #expect(
            ConnectionDescription(
                for: \House.owner, connectedBy: (\.ownerID, \.personID), onMissing: .clear)
                == ConnectionDescription(
                    entity: "House", relationship: "owner", connectedBy: ["ownerID": "personID"],
                    onMissing: .clear))
        #expect(
            ConnectionDescription(for: \Human.landlord, keyPath: \.residence, \.owner)
                == ConnectionDescription(
                    entity: "Human", relationship: "landlord", keyPath: "residence.owner"))
    }

    @Test func `requests and sort keys by key paths are those by names`() {
        let typed = FetchRequest(
            House.self,
            sortedBy: [
                .ascending(\House.town), .descending(\House.owner, \.name, .caseInsensitive),
            ],
            limit: 3
        ) { $0.ownerID == 7 }
        let named = FetchRequest(
            "House", where: .attribute("ownerID") == Int64?(7),
            sortedBy: [
                .ascending("town"), .descending("owner.full name", .caseInsensitive),
            ], limit: 3)
        #expect(typed == named)
        #expect(SortKey.descending(\House.town) == .descending("town"))
        #expect(SortKey.ascending(\House.owner, \.name) == .ascending("owner.full name"))
        #expect(OrphanDeletion(of: [typed]) == OrphanDeletion(of: [named]))
    }

    @Test func `a writer that names properties by key paths writes the same`() throws {
        let model = try ManagedObjectModel(Person.self, House.self, Human.self)
        var houses = EntityMapping(for: House.self)
        houses.addAttributeMappings(["houseID": "houseID", "town": "town", "version": "version"])
        houses.addRelationshipMapping(from: "owner", to: \House.owner)
        var persons = EntityMapping(for: Person.self)
        persons.addAttributeMappings(["personID": "personID", "name": "full name"])
        let set = MappingSet([houses, persons], roots: ["": "House"])
        let plan = try MappingPlan(set, for: model)
        let typed = try RepresentationWriter(
            plan, for: House.self, excluding: [\.town, \.owner])
        let named = try RepresentationWriter(
            plan, mapping: "House", excluding: ["town", "owner"])
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        let texts = try container.perform { context in
            let house = context.insert(House.self)
            house.houseID = 7
            house.town = "Town"
            house.owner = context.insert(Person.self)
            return try [typed, named].map {
                String(decoding: try $0.jsonBytes(for: house), as: UTF8.self)
            }
        }
        #expect(texts[0] == texts[1])
        #expect(texts[0].contains("houseID") && !texts[0].contains("town"))
        let error = #expect(throws: MappingPlanError.self) {
            try RepresentationWriter(plan, for: House.self, including: [\.residents, \.owner.name])
        }
        let messages = error?.problems.map(\.message).joined() ?? ""
        #expect(messages.contains("'residents'"))
        // A key path that is not that of a property is reported by its description.
        #expect(error?.problems.count == 2)
    }

    @Test func `requests that name properties by key paths are those by names`() throws {
        let model = try ManagedObjectModel(Person.self, House.self, Human.self)
        var houses = EntityMapping(for: House.self)
        houses.addAttributeMappings(["houseID": "houseID", "town": "town"])
        houses.addRelationshipMapping(from: "owner", to: \House.owner)
        var persons = EntityMapping(for: Person.self)
        persons.addAttributeMappings(["personID": "personID"])
        let set = MappingSet([houses, persons], roots: ["": "House"])
        let requests = ResourceRequests(
            baseURL: "http://a", plan: try MappingPlan(set, for: model))
        #expect(
            try requests.find(House.self, where: \.town, is: "A b")
                == requests.find("House", where: "town", is: "A b"))
        #expect(
            try requests.find(House.self, identifiedBy: 7)
                == requests.find("House", identifiedBy: 7))
        let container = try PersistentContainer(model: model, store: InMemoryStore())
        try container.perform { context throws in
            let person = context.insert(Person.self)
            person.personID = 3
            #expect(
                try requests.find(House.self, where: \.owner, is: person)
                    == requests.find("House", where: "owner", is: person))
        }
    }

    @Test func `texts in variables are paths, and their faults are problems of the plan`() throws {
        let table = ["houseID": "houseID", "address.town": "town"]
        var houses = EntityMapping(for: House.self)
        for (source, destination) in table.sorted(by: <) {
            houses.addAttributeMapping(from: source, to: destination)
        }
        var literal = EntityMapping(for: House.self)
        literal.addAttributeMapping(from: "address.town", to: "town")
        literal.addAttributeMapping(from: "houseID", to: "houseID")
        #expect(houses == literal)
        let root = "data..houses"
        houses.addAttributeMapping(from: "a" + "..b", to: "version")
        let model = try ManagedObjectModel(Person.self, House.self, Human.self)
        let error = #expect(throws: MappingPlanError.self) {
            try MappingPlan(MappingSet([houses], roots: [root: "House"]), for: model)
        }
        #expect(error?.problems.filter { $0.code == .path }.count == 2)
    }

    @Test func `arrays and sets gain nothing`() {
        let members = Mirror(reflecting: [1]).children.map(\.label)
        #expect(members == [nil])
        struct Shadow { var isMissing = true, nestedValues = 1 }
        // These names are available: an extension in client code may declare them.
        #expect([Shadow()].isMissing == "mine")
        #expect(Set([1]).isMissing == "mine")
        #expect([1].nestedValues == "mine")
    }
}

extension Collection {
    fileprivate var isMissing: String { "mine" }
    fileprivate var nestedValues: String { "mine" }
}
