import Mercator

/// Models that together contain every kind of relationship.
enum SampleModel: String, CaseIterable, CustomStringConvertible {
    case library, playlists, people

    var description: String { rawValue }

    func make() throws -> ManagedObjectModel {
        switch self {
        case .library: try ManagedObjectModel(SampleModel.library())
        case .playlists: try ManagedObjectModel(SampleModel.playlists())
        case .people: try ManagedObjectModel(SampleModel.people())
        }
    }

    private static func entity(
        _ name: String, parent: String? = nil, _ relationships: [RelationshipDescription]
    ) -> EntityDescription {
        let rank = [AttributeDescription("rank", .integer64)]
        return EntityDescription(
            name, parent: parent, attributes: parent == nil ? rank : [],
            relationships: relationships)
    }

    /// Unordered relationships, with and without an inverse.
    private static func library() -> [EntityDescription] {
        [
            entity(
                "Author",
                [
                    .toMany("articles", "Article", inverse: "author"),
                    .toOne("profile", "Profile", inverse: "author", deleteRule: .cascade),
                    .toMany("bookmarks", "Article"),
                ]),
            entity(
                "Article",
                [
                    .toOne("author", "Author"), .toMany("tags", "Tag", inverse: "articles"),
                    .toOne("reviewer", "Author"), .toMany("notes", "Note", isOrdered: true),
                ]),
            entity("Profile", [.toOne("author", "Author")]),
            entity("Tag", [.toMany("articles", "Article")]),
            entity("Note", [.toOne("twin", "Note")]),
        ]
    }

    /// Ordered relationships: at one end, at the other end, at both.
    private static func playlists() -> [EntityDescription] {
        [
            entity(
                "Playlist",
                [
                    .toMany(
                        "tracks", "Track", inverse: "playlist", isOrdered: true,
                        deleteRule: .cascade),
                    .toMany("songs", "Song", inverse: "playlists", isOrdered: true),
                    .toMany("fans", "Song", inverse: "likes"),
                ]),
            entity("Track", [.toOne("playlist", "Playlist"), .toOne("song", "Song")]),
            entity(
                "Song",
                [
                    .toMany("playlists", "Playlist"),
                    .toMany("likes", "Playlist", isOrdered: true),
                    .toMany("albums", "Album", inverse: "songs", isOrdered: true),
                ]),
            entity("Album", [.toMany("songs", "Song", isOrdered: true)]),
        ]
    }

    /// Relationships of an entity with itself, and sub-entities that use the same slots
    /// differently.
    private static func people() -> [EntityDescription] {
        [
            entity(
                "Person",
                [
                    .toOne("spouse", "Person", inverse: "spouse"),
                    .toMany("friends", "Person", inverse: "friends"),
                    .toMany("favourites", "Person", inverse: "favourites", isOrdered: true),
                    .toOne("parent", "Person", inverse: "children"),
                    .toMany("children", "Person", deleteRule: .cascade),
                    .toOne("next", "Person", inverse: "previous"), .toOne("previous", "Person"),
                ]),
            entity(
                "Teacher", parent: "Person",
                [
                    .toOne("assistant", "Person"),
                    .toMany("students", "Student", inverse: "teacher"),
                ]),
            entity(
                "Student", parent: "Person",
                [
                    .toOne("teacher", "Teacher"), .toOne("buddy", "Student", inverse: "buddyOf"),
                    .toOne("buddyOf", "Student"),
                ]),
        ]
    }
}
