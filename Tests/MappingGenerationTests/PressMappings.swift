import Mercator

func makeMappings() -> MappingSet {
    var mappings = MappingSet()
    mappings.add(storyMapping())
    mappings.add(topicMapping())
    mappings.add(writerMapping())
    mappings.add(editorMapping())
    mappings.addRoot("stories", using: "Story")
    mappings.addRoot("writers", using: "Writer")
    return mappings
}

func storyMapping() -> EntityMapping {
    EntityMapping(
        Story.self,
        .inherited(from: Publication.self, .map("id", to: \.number)),
        .inherited(
            from: Publication.self,
            .map(
                "changed_at", to: \.changed,
                using: .firstOf([.iso8601, .date(format: "yyyy-MM-dd HH:mm"), .secondsSince1970]))),
        .map("headline.text", to: \.title),
        .map("words", to: \.`word count`),
        .map("author_id", to: \.writerID),
        .map("author_country", to: \.writer, \.country),
        .map("editor", to: \.editor, using: "Editor"),
        .map("tags", to: \.topics, assignmentPolicy: .union),
        .connect(\.writer, by: \.writerID),
        .connect(\.chief, keyPath: \.writer, \.chief),
        .inherited(from: Publication.self, .identify(by: \.number)),
        .inherited(from: Publication.self, .set(\.modificationAttribute, to: \.changed)))
}

func topicMapping() -> EntityMapping {
    EntityMapping(
        Topic.self,
        .map("name", to: \.name),
        .identify(by: \.name),
        .set(\.acceptsIdentifiers, to: true))
}

func writerMapping() -> EntityMapping {
    var mapping = EntityMapping(
        Writer.self,
        .map("id", to: \.writerID),
        .map("chief", to: \.chief),
        .identify(by: \.country, \.writerID))
    var attribute1 = AttributeMapping(from: "rank", to: "rank")
    attribute1.isReadOnly = true
    mapping.addAttributeMapping(attribute1)
    mapping.add(Writer.self, .map("country", to: \.country))
    return mapping
}

func editorMapping() -> EntityMapping {
    EntityMapping(
        Writer.self,
        .map("name", to: \.name),
        .set(\.identificationAttributes, to: nil),
        .set(\.deletionPredicate, to: .attribute("name") == ""),
        named: "Editor")
}
