import Mercator
import Testing

@Suite("Recipes: Join rows")
struct JoinRowRecipeTests {
    struct Group: Entity {
        let groupID = Attribute<Int64>(from: "id")
        let memberships = ToMany<Membership>()
    }

    struct Person: Entity {
        let personID = Attribute<Int64>(from: "id")
        let name = Attribute<String?>(from: "name")
        let memberships = ToMany<Membership>()
    }

    struct Membership: Entity {
        let groupID = Attribute<Int64>(from: "group_id", isIdentity: true)
        let personID = Attribute<Int64>(from: "person_id", isIdentity: true)
        let role = Attribute<String?>(from: "role")
        let group = ToOne<Group>(inverse: \.memberships, connectedBy: \Membership.groupID)
        let person = ToOne<Person>(inverse: \.memberships, connectedBy: \Membership.personID)
    }

    @Test func `two keys identify a row and connect it`() throws {
        let payload = #"""
            {
              "groups": [{"id": 1, "name": "Walkers"}],
              "people": [{"id": 7, "name": "Anna"}, {"id": 8, "name": "Ben"}],
              "memberships": [
                {"group_id": 1, "person_id": 7, "role": "owner"}, {"group_id": 1, "person_id": 8}
              ]
            }
            """#
        let container = try PersistentContainer(
            for: Group.self, Person.self, Membership.self, in: InMemoryStore(),
            roots: ["people": "Person"])
        try container.load(payload)
        let owners = try container.read { context in
            try context.fetch(Person.self) { .any($0.memberships.role.path == "owner") }.map(\.name)
        }  // ["Anna"]
        #expect(owners == ["Anna"])
        let members = try container.read { try $0.fetch(Group.self).map { $0.memberships.count } }
        #expect(members == [2])
    }
}

@Suite("Recipes: Lines of a cart")
struct CartLineRecipeTests {
    struct Cart: Entity {
        let cartID = Attribute<Int64>(from: "id")
        let lines = ToMany<Line>(from: "lines", isOrdered: true, deleteRule: .cascade)
    }

    struct Line: Entity {
        let cartID = Attribute<Int64>(from: "@parent.id", isIdentity: true)
        let productID = Attribute<Int64>(from: "id", isIdentity: true)
        let quantity = Attribute<Int32?>(from: "quantity")
        let product = ToOne<Product>(from: "")
        let cart = ToOne<Cart>(inverse: \.lines)
    }

    struct Product: Entity {
        let productID = Attribute<Int64>(from: "id")
        let title = Attribute<String?>(from: "title")
    }

    @Test func `one record is a line and a product`() throws {
        let payload = #"""
            [
              {"id": 1, "lines": [
                {"id": 40, "title": "Map", "quantity": 2}, {"id": 41, "title": "Pin", "quantity": 1}
              ]},
              {"id": 2, "lines": [{"id": 40, "title": "Map", "quantity": 5}]}
            ]
            """#
        let carts = EntityMapping(Cart.self, .map("lines", to: \.lines, assignmentPolicy: .replace))
        let container = try PersistentContainer(
            for: Cart.self, Line.self, Product.self, in: InMemoryStore(), mappings: [carts])
        try container.load(payload, as: Cart.self)
        let lines = try container.read { context in
            try context.fetch(Cart.self).map { cart in
                cart.lines.map { "\($0.quantity ?? 0) × \($0.product?.title ?? "")" }
            }
        }  // [["2 × Map", "1 × Pin"], ["5 × Map"]]
        #expect(lines == [["2 × Map", "1 × Pin"], ["5 × Map"]])
        let next = try container.load(#"{"id": 1, "lines": [{"id": 41}]}"#, as: Cart.self)
        #expect(next.counts["Line"]?.deleted == 1)
        #expect(try container.read { try $0.count(FetchRequest("Product")) } == 2)
    }
}

@Suite("Recipes: Trees")
struct TreeRecipeTests {
    struct Region: Entity {
        let regionID = Attribute<Int64>(from: "id")
        let name = Attribute<String?>(from: "name")
        let parentID = Attribute<Int64?>(from: "parent_id")
        let parent = ToOne<Region>(
            inverse: \.children, connectedBy: \Region.parentID, \Region.regionID)
        let children = ToMany<Region>(from: "children")
    }

    @Test func `keys and nesting make one tree`() throws {
        let payload = #"""
            [
              {"id": 3, "name": "Oslo", "parent_id": 2},
              {"id": 2, "name": "Norway", "parent_id": 1},
              {"id": 1, "name": "Europe", "parent_id": null},
              {"id": 10, "name": "Asia", "children": [{"id": 11, "name": "Japan", "children": []}]}
            ]
            """#
        let container = try PersistentContainer(for: Region.self, in: InMemoryStore())
        try container.load(payload, as: Region.self)
        let trees = try container.read { context in
            try context.fetch(Region.self) { $0.parent.isNil }
                .map { "\($0.name ?? ""): \($0.children.compactMap(\.name).joined())" }
        }  // ["Europe: Norway", "Asia: Japan"]
        #expect(trees == ["Europe: Norway", "Asia: Japan"])
    }
}

@Suite("Recipes: Soft deletes")
struct SoftDeleteRecipeTests {
    struct Note: Entity {
        let noteID = Attribute<Int64>(from: "id")
        let text = Attribute<String?>(from: "text")
        let deletedAt = Attribute<Timestamp?>(from: "deleted_at")
    }

    @Test func `a date of deletion deletes`() throws {
        let payload = #"""
            [{"id": 2, "deleted_at": "2026-11-27T10:00:00Z"}, {"id": 3, "text": "new"}]
            """#
        let notes = EntityMapping(
            Note.self, .set(\.deletionPredicate, to: .attribute("deletedAt") != nil))
        let container = try PersistentContainer(
            for: Note.self, in: InMemoryStore(), mappings: [notes])
        try container.load(#"[{"id": 1, "text": "a"}, {"id": 2, "text": "b"}]"#, as: Note.self)
        let deleted = try container.load(payload, as: Note.self).total.deleted  // 1
        let left = try container.read { try $0.fetch(Note.self).map(\.noteID) }  // [1, 3]
        #expect(deleted == 1)
        #expect(left == [1, 3])
    }
}
