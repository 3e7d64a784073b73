import Mercator

struct Publication: Entity {
    static var isAbstract: Bool { true }

    let number = Attribute<Int64>()
    let changed = Attribute<Timestamp?>()
}

struct Story: Entity {
    static var parent: (any Entity.Type)? { Publication.self }

    let `default` = Attribute<Bool>(default: false)
    let title = Attribute<String>(default: "Untitled")
    let `word count` = Attribute<Int32?>()
    let writerID = Attribute<Int64?>()
    let chief = ToOne<Writer>()
    let editor = ToOne<Writer>()
    let topics = ToMany<Topic>(inverse: \.stories, isOrdered: true)
    let writer = ToOne<Writer>(inverse: \.stories)
}

struct Topic: Entity {
    let name = Attribute<String>()
    let stories = ToMany<Story>()
}

struct Writer: Entity {
    let country = Attribute<String?>()
    let name = Attribute<String?>()
    let rank = Attribute<Int16?>()
    let writerID = Attribute<Int64?>()
    let chief = ToOne<Writer>()
    let stories = ToMany<Story>()
}

/// Creates the model, with the settings that schema structs cannot express.
func makeModel() throws(ManagedObjectModelError) -> ManagedObjectModel {
    return try ManagedObjectModel([
        Publication.entityDescription,
        Story.entityDescription,
        Topic.entityDescription,
        Writer.entityDescription,
    ])
}
