import Foundation
import Mercator

struct Author: Entity {
    static var userInfo: [String: Value] { ["identityAttributes": "fullName, born"] }

    let born = Attribute<Timestamp?>()
    let fullName = Attribute<String>()
    let books = ToMany<Book>(inverse: \.authors, deleteRule: .deny)
    let friends: ToMany<Author> = ToMany(inverse: \.friends)
}

struct Book: Entity {
    static var parent: (any Entity.Type)? { Publication.self }

    let isbn = Attribute<String?>()
    let pages = Attribute<Int16>(default: 1)
    let price = Attribute<Decimal>(default: Decimal(string: "9.9"))
    let authors = ToMany<Author>(isOrdered: true, isOptional: false)
}

struct Publication: Entity {
    static var isAbstract: Bool { true }

    let cover = Attribute<[UInt8]?>()
    let `default` = Attribute<Bool>(default: false)
    let downloads = Attribute<Int64>(default: 0)
    let edition = Attribute<Int32?>(default: -1)
    let homepage = Attribute<URL?>(default: URL(string: "https://example.org/a?b=1&c=2"))
    let identifier = Attribute<UUID>(
        default: UUID(uuidString: "0BE54B84-4A33-4A2A-9B55-6C0A7F4B5C01"))
    let printed = Attribute<Timestamp>(default: Timestamp("2021-01-01T00:00:00Z"))
    let quality = Attribute<Float?>(default: 0.5)
    let rating = Attribute<Double>(default: 3.0)
    let title = Attribute<String>(default: "Say \"hello\" \\ <you>")
    let shelf = ToOne<ValueEntity>(inverse: \.publications)
}

struct ValueEntity: Entity {
    static var entityName: String { "Value" }

    let publications = ToMany<Publication>(deleteRule: .cascade)
    let room = ToOne<Room>(isOptional: false, deleteRule: .noAction)
}

struct Room: Entity {}

/// Creates the model, with the settings that schema structs cannot express.
func makeModel() throws(ManagedObjectModelError) -> ManagedObjectModel {
    var author = Author.entityDescription
    author.renamingIdentifier = "Writer"
    author.updateAttribute("born") { attribute in
        attribute.rules = [.atLeast(Timestamp("1501-01-03T00:00:00Z").map(Value.date) ?? .null)]
    }
    author.updateAttribute("fullName") { attribute in
        attribute.rules = [.maximumLength(80)]
        attribute.userInfo = ["JSONKeyPath": "full_name"]
        attribute.renamingIdentifier = "name"
    }
    var book = Book.entityDescription
    book.updateAttribute("isbn") { attribute in
        attribute.rules = [.minimumLength(10), .maximumLength(13), .matches("[0-9]+X?")]
    }
    book.updateAttribute("pages") { attribute in
        attribute.rules = [.atLeast(1), .atMost(20000)]
    }
    book.updateAttribute("price") { attribute in
        attribute.rules = [.atLeast(.decimal(Decimal(string: "0.01") ?? .nan))]
    }
    book.updateRelationship("authors") { relationship in
        relationship.minCount = 1
        relationship.maxCount = 5
    }
    var publication = Publication.entityDescription
    publication.uniquenessConstraints = [["identifier"], ["title", "edition"]]
    publication.updateAttribute("rating") { attribute in
        attribute.rules = [.atLeast(0.0), .atMost(5.0)]
    }
    var value = ValueEntity.entityDescription
    value.updateRelationship("publications") { relationship in
        relationship.renamingIdentifier = "things"
    }
    return try ManagedObjectModel([author, book, publication, value, Room.entityDescription])
}
