import ConnectionEvaluation
import EntityMapper
import Foundation
import MercatorPayload
import ObjectGraph
import TestSupport
import Testing

/// The reported cases of connections that depend on the form of a relationship or a key.
@Suite("Reported cases: forms of connections")
struct ConnectionFormRegressionTests {
    struct User: Entity {
        let userID = Attribute<Int64?>("userID")
        let profile = ToOne<Profile>("profile", inverse: \Profile.user)
    }

    struct Profile: Entity {
        let profileID = Attribute<Int64?>("profileID")
        let userID = Attribute<Int64?>("userID")
        let user = ToOne<User>("user")
    }

    @Test("a one-to-one relationship", arguments: StoreKind.allCases)
    func oneToOne(kind: StoreKind) throws {
        let model = try ManagedObjectModel(User.self, Profile.self)
        let bench = try Workbench(kind, model)
        var users = EntityMapping(for: User.self)
        users.addAttributeMapping(from: "id", to: \User.userID)
        var profiles = EntityMapping(for: Profile.self)
        profiles.addAttributeMappings(["id": "profileID", "user": "userID"])
        profiles.addConnection(for: "user", connectedBy: "userID")
        let set = MappingSet([users, profiles], roots: ["users": "User", "profiles": "Profile"])
        let page = #"{"profiles":[{"id":10,"user":1},{"id":11,"user":1}]}"#
        try bench.load(#"{"users":[{"id":1}]}"#, set)
        #expect(try bench.load(page, set).total.connected == 1)
        for _ in 0..<4 {
            let outcome = try ConnectionOperation().run(in: bench.container)
            #expect(outcome.connected == 0 && outcome.cleared == 0)
            #expect(try bench.lines("User", "profile.profileID") == ["[11]"])
            let again = try bench.load(page, set)
            #expect(again.total.connected == 0 && again.total.unchanged == 2)
            #expect(try bench.lines("User", "profile.profileID") == ["[11]"])
        }
    }

    /// F7: the plan refuses a key path into a relationship that is its own inverse.
    @Test func `a key path into a mutual relationship is refused, or only adds`() throws {
        let model = try Village.model()
        func plan(_ onMissing: ConnectionDescription.MissingKeyPolicy) throws -> MappingPlan {
            let humans = try model.mapping("Human", identifiedBy: ["railsID"], ["id": "railsID"]) {
                $0.addConnection(
                    ConnectionDescription(
                        entity: "Human", relationship: "friends",
                        keyPath: "housesResidedAt.ownersInChronologicalOrder",
                        onMissing: onMissing))
            }
            return try MappingPlan(MappingSet([humans], roots: ["": "Human"]), for: model)
        }
        let error = caught(MappingPlanError.self) { _ = try plan(.clear) }
        #expect(
            error?.problems.first?.message.contains("the relationship is its own inverse") == true)
    }

    struct Tag: Entity {
        let tagID = Attribute<Int64?>("tagID")
    }

    struct Post: Entity {
        let postID = Attribute<Int64>("postID")
        let tagIDs = Attribute<[Double]?>("tagIDs")
        let tags = ToMany<Tag>("tags", isOrdered: true)
    }

    /// Payloads of the keys of one post, with the tags they refer to.
    static let keys: [(String, String)] = [
        ("[1.5]", "[]"), ("[2,3]", "[2,3]"), ("[1]", "[1]"), ("[1.5,6]", "[6]"),
        ("[6,1.5]", "[6]"), ("[4.0]", "[4]"), ("[4e0,6]", "[4,6]"), ("[1e300,4]", "[4]"),
        ("[9223372036854775808,4]", "[4]"), ("[4.0,6,4]", "[4,6]"), ("[-0.0,1]", "[1]"),
    ]

    @Test(
        "keys with fractions", arguments: StoreKind.allCases,
        [["tags", "posts"], ["posts", "tags"]])
    func fractions(kind: StoreKind, order: [String]) throws {
        let model = try ManagedObjectModel(Post.self, Tag.self)
        var posts = EntityMapping(for: Post.self)
        posts.addAttributeMappings(["id": "postID", "tags": "tagIDs"])
        posts.addConnection(for: "tags", connectedBy: ["tagIDs": "tagID"])
        var tags = EntityMapping(for: Tag.self)
        tags.addAttributeMapping(from: "", to: \Tag.tagID)
        let set = MappingSet([posts, tags], roots: ["posts": "Post", "tags": "Tag"])
        let bench = try Workbench(kind, model)
        let records = Self.keys.enumerated().map { #"{"id":\#($0),"tags":\#($1.0)}"# }
        let pages = [
            "posts": #"{"posts":[\#(records.joined(separator: ","))]}"#,
            "tags": #"{"tags":[1,2,3,4,6]}"#,
        ]
        for name in order { try bench.load(pages[name] ?? "", set) }
        #expect(try bench.lines("Post", "tags.tagID") == Self.keys.map(\.1))
        let outcome = try ConnectionOperation().run(in: bench.container)
        #expect(outcome.connected == 0 && outcome.cleared == 0)
        #expect(try bench.lines("Post", "tags.tagID") == Self.keys.map(\.1))
    }

    struct Photo: Entity {
        let uuid = Attribute<UUID?>("uuid")
    }

    struct Album: Entity {
        let albumID = Attribute<Int64>("albumID")
        let coverID = Attribute<UUID?>("coverID")
        let photoIDs = Attribute<[UUID]?>("photoIDs")
        let cover = ToOne<Photo>("cover")
        let photos = ToMany<Photo>("photos", isOrdered: true)
    }

    @Test(
        "keys that are UUIDs", arguments: StoreKind.allCases,
        [["photos", "albums"], ["albums", "photos"]])
    func identifiers(kind: StoreKind, order: [String]) throws {
        let model = try ManagedObjectModel(Album.self, Photo.self)
        var albums = EntityMapping(for: Album.self)
        albums.addAttributeMappings(["id": "albumID", "cover": "coverID", "photos": "photoIDs"])
        albums.addConnection(for: "cover", connectedBy: ["coverID": "uuid"])
        albums.addConnection(for: "photos", connectedBy: ["photoIDs": "uuid"])
        var photos = EntityMapping(for: Photo.self)
        photos.identificationAttributes = ["uuid"]
        photos.addAttributeMapping(from: "", to: \Photo.uuid)
        let set = MappingSet([albums, photos], roots: ["albums": "Album", "photos": "Photo"])
        let (one, two) = (UUID().uuidString, UUID().uuidString)
        let pages = [
            "photos": #"{"photos":["\#(one)","\#(two.lowercased())"]}"#,
            "albums": #"""
            {"albums":{"id":1,"cover":"\#(one)","photos":["\#(two)","\#(one.lowercased())"]}}
            """#,
        ]
        let bench = try Workbench(kind, model)
        for name in order { try bench.load(pages[name] ?? "", set).requireNoIssues() }
        let uuids = try bench.container.perform { context in
            let album = try #require(try context.fetch(Album.self).first)
            #expect(album.photoIDs?.count == 2)
            #expect(album.cover?.uuid?.uuidString == one)
            return album.photos.compactMap { $0.uuid?.uuidString }
        }
        #expect(uuids == [two, one])
        #expect(try bench.container.openConnections() == [])
    }
}
