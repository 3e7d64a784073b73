import Mercator

/// Three versions of one model.
enum VersionedModels {
    /// The first version, with people, notes and tags.
    static func first() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Person",
                attributes: [AttributeDescription("name", .string, isUnique: true)],
                relationships: [.toMany("notes", "Note", inverse: "writer")]),
            EntityDescription(
                "Note",
                attributes: [
                    AttributeDescription("text", .string), AttributeDescription("draft", .string),
                ],
                relationships: [
                    .toOne("writer", "Person"),
                    .toMany("tags", "Tag", inverse: "notes", isOrdered: true),
                ]),
            EntityDescription(
                "Tag", attributes: [AttributeDescription("name", .string)],
                relationships: [.toMany("notes", "Note")]),
        ])
    }

    /// The second version: renamed declarations, a removed and an added attribute, and
    /// several writers.
    static func second() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Author",
                attributes: [
                    AttributeDescription(
                        "fullName", .string, isUnique: true, renamingIdentifier: "name")
                ],
                relationships: [.toMany("notes", "Note", inverse: "writers")],
                renamingIdentifier: "Person"),
            EntityDescription(
                "Note",
                attributes: [
                    AttributeDescription("text", .string),
                    AttributeDescription("rating", .integer64, defaultValue: 3),
                ],
                relationships: [
                    .toMany("writers", "Author", renamingIdentifier: "writer"),
                    .toMany("tags", "Tag", inverse: "notes", isOrdered: true),
                ]),
            EntityDescription(
                "Tag", attributes: [AttributeDescription("name", .string)],
                relationships: [.toMany("notes", "Note")]),
        ])
    }

    /// The third version, with the name split in two.
    static func third() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Author",
                attributes: [
                    AttributeDescription("firstName", .string),
                    AttributeDescription("lastName", .string),
                ],
                relationships: [.toMany("notes", "Note", inverse: "writers")]),
            EntityDescription(
                "Note", attributes: [AttributeDescription("text", .string)],
                relationships: [
                    .toMany("writers", "Author"),
                    .toMany("tags", "Tag", inverse: "notes", isOrdered: true),
                ]),
            EntityDescription(
                "Tag", attributes: [AttributeDescription("name", .string)],
                relationships: [.toMany("notes", "Note")]),
        ])
    }

    /// The migration steps from the first version to the third.
    static func steps() throws -> [MigrationStep] {
        let second = try ModelVersion("2", second())
        let inferred = MigrationStep(from: try ModelVersion("1", first()), to: second)
        var split = MigrationStep(from: second, to: try ModelVersion("3", third()))
        split.transform("Author") { author, migration in
            var changed = try migration.row(from: author)
            guard case .string(let name) = author["fullName"] else { return nil }
            let names = name.split(separator: " ").map { Value.string(String($0)) }
            changed["firstName"] = names.first ?? .null
            changed["lastName"] = names.last ?? .null
            return changed
        }
        return [inferred, split]
    }
}
