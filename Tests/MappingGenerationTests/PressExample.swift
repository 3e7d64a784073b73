import EntityMapper
import MappingFiles
import ObjectGraph
import ValueTransforms

/// Mappings of which nearly everything is a part, and some things are not.
enum PressExample {
    static let file: MappingFile = {
        let model = try? ManagedObjectModel(entities)
        func mapping(_ entity: String, named name: String? = nil) -> EntityMapping {
            EntityMapping(
                for: model?[entity] ?? EntityDescription(entity), named: name,
                infersIdentification: false)
        }
        return MappingFile(
            entities: entities,
            mappings: MappingSet(
                [story(mapping("Story")), topic(mapping("Topic")), writer(mapping("Writer"))]
                    + [editor(mapping("Writer", named: "Editor"))],
                roots: ["stories": "Story", "writers": "Writer"]))
    }()

    private static let entities = [
        EntityDescription(
            "Publication", isAbstract: true,
            attributes: [.init("number", .integer64, isOptional: false), .init("changed", .date)]),
        EntityDescription(
            "Story", parent: "Publication",
            attributes: [
                .init("default", .boolean, isOptional: false, defaultValue: false),
                .init("title", .string, isOptional: false, defaultValue: "Untitled"),
                .init("word count", .integer32), .init("writerID", .integer64),
            ],
            relationships: [
                .toOne("chief", "Writer"), .toOne("editor", "Writer"),
                .toMany("topics", "Topic", inverse: "stories", isOrdered: true),
                .toOne("writer", "Writer", inverse: "stories"),
            ]),
        EntityDescription(
            "Topic", attributes: [.init("name", .string, isOptional: false)],
            relationships: [.toMany("stories", "Story", inverse: "topics")]),
        EntityDescription(
            "Writer",
            attributes: [
                .init("country", .string), .init("name", .string), .init("rank", .integer16),
                .init("writerID", .integer64),
            ],
            relationships: [
                .toOne("chief", "Writer"), .toMany("stories", "Story", inverse: "writer"),
            ]),
    ]

    private static func story(_ mapping: EntityMapping) -> EntityMapping {
        var stories = mapping
        stories.identificationAttributes = ["number"]
        stories.modificationAttribute = "changed"
        stories.addAttributeMapping(from: "id", to: "number")
        stories.addAttributeMapping(
            from: "changed_at", to: "changed",
            using: .firstOf([.iso8601, .date(format: "yyyy-MM-dd HH:mm"), .secondsSince1970]))
        stories.addAttributeMapping(from: "headline.text", to: "title")
        stories.addAttributeMapping(from: "words", to: "word count")
        stories.addAttributeMapping(from: "author_id", to: "writerID")
        stories.addAttributeMapping(from: "author_country", to: "writer.country")
        stories.addRelationshipMapping(from: "editor", to: "editor", using: "Editor")
        stories.addRelationshipMapping(
            from: "tags", to: "topics", using: "Topic", assignmentPolicy: .union)
        stories.addConnection(for: "writer", connectedBy: ["writerID": "writerID"])
        stories.addConnection(for: "chief", keyPath: "writer.chief")
        return stories
    }

    private static func topic(_ mapping: EntityMapping) -> EntityMapping {
        var topics = mapping
        topics.identificationAttributes = ["name"]
        topics.acceptsIdentifiers = true
        topics.addAttributeMapping(from: "name", to: "name")
        return topics
    }

    /// A read-only attribute is no part, and the one behind it stays there.
    private static func writer(_ mapping: EntityMapping) -> EntityMapping {
        var writers = mapping
        writers.identificationAttributes = ["country", "writerID"]
        writers.addAttributeMapping(from: "id", to: "writerID")
        writers.addAttributeMapping(
            AttributeMapping(from: "rank", to: "rank", isReadOnly: true))
        writers.addAttributeMapping(from: "country", to: "country")
        writers.addRelationshipMapping(from: "chief", to: "chief", using: "Writer")
        return writers
    }

    private static func editor(_ mapping: EntityMapping) -> EntityMapping {
        var editors = mapping
        editors.addAttributeMapping(from: "name", to: "name")
        editors.deletionPredicate = .attribute("name") == ""
        return editors
    }
}
