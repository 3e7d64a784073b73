import EntityMapper
import MercatorPayload
import ObjectGraph
import TestSupport

/// Articles, people, sections, tags and badges with foreign keys of every kind, and pages of them
/// in any order.
struct Newsroom {
    let model: ManagedObjectModel
    let plans: [Page: MappingPlan]

    /// The contents of a payload.
    enum Page: String, CaseIterable {
        case article, person, section, tag, badge
    }

    init() throws {
        let model = try Self.makeModel()
        self.model = model
        var plans: [Page: MappingPlan] = [:]
        for page in Page.allCases {
            let mapping = try Self.mapping(of: page, model)
            plans[page] = try MappingPlan(
                MappingSet([mapping], roots: [.root: mapping.name]), for: model)
        }
        self.plans = plans
    }

    private static func makeModel() throws -> ManagedObjectModel {
        try ManagedObjectModel([
            EntityDescription(
                "Article",
                attributes: [
                    .init("slug", .string), .init("authorID", .integer64),
                    .init("sectionID", .integer64), .init("tagIDs", .array),
                    .init("headlineID", .integer64), .init("gone", .boolean),
                ],
                relationships: [
                    .toOne("author", "Person", inverse: "articles"),
                    .toOne("section", "Section"),
                    .toOne("sectionEditor", "Person"),
                    .toMany("tags", "Tag", isOrdered: true),
                    .toOne("headline", "Tag"),
                    .toOne("authorBadge", "Badge"),
                    .toMany("colleagues", "Person"),
                    .toMany("contacts", "Person", isOrdered: true),
                    .toMany("series", "Article", isOrdered: true),
                    .toOne("ledSection", "Section", inverse: "lead"),
                ]),
            EntityDescription(
                "Person",
                attributes: [
                    .init("slug", .string), .init("personID", .integer64),
                    .init("friendIDs", .array), .init("gone", .boolean),
                ],
                relationships: [
                    .toMany("articles", "Article", inverse: "author", isOrdered: true),
                    .toMany("friends", "Person", inverse: "friends"),
                    .toOne("badge", "Badge", inverse: "person"),
                    .toMany("editors", "Person", inverse: "writers"),
                    .toMany("writers", "Person", inverse: "editors"),
                    .toMany("sections", "Section", inverse: "editor"),
                ]),
            EntityDescription(
                "Section",
                attributes: [
                    .init("slug", .string), .init("sectionID", .integer64),
                    .init("editorID", .integer64), .init("isOpen", .boolean),
                    .init("title", .string, isOptional: false), .init("gone", .boolean),
                ],
                relationships: [
                    .toOne("editor", "Person", inverse: "sections"),
                    .toOne("lead", "Article", inverse: "ledSection"),
                ]),
            EntityDescription("Session", attributes: [.init("name", .string)]),
            EntityDescription(
                "Tag", attributes: [.init("tagID", .integer64), .init("name", .string)]),
            EntityDescription(
                "Badge", attributes: [.init("badgeID", .integer64), .init("holderID", .integer64)],
                relationships: [.toOne("person", "Person", inverse: "badge")]),
        ])
    }

    private static func mapping(
        of page: Page, _ model: ManagedObjectModel
    ) throws -> EntityMapping {
        switch page {
        case .article:
            try model.mapping(
                "Article", identifiedBy: ["slug"],
                [
                    "slug": "slug", "author": "authorID", "section": "sectionID", "tags": "tagIDs",
                    "headline": "headlineID", "gone": "gone",
                ]
            ) {
                $0.deletionPredicate = .attribute("gone") == true
                $0.addConnection(for: "sectionEditor", keyPath: "section.editor")
                // Several key paths with common objects, and one with a relationship that another
                // one fills.
                $0.addConnection(for: "authorBadge", keyPath: "author.badge")
                $0.addConnection(for: "colleagues", keyPath: "author.friends")
                $0.addConnection(for: "contacts", keyPath: "sectionEditor.articles.author")
                $0.addConnection(for: "series", keyPath: "author.articles")
                $0.addConnection(for: "section", connectedBy: "sectionID")
                $0.addConnection(
                    ConnectionDescription(
                        entity: "Article", relationship: "author",
                        connectedBy: ["authorID": "personID"], onMissing: .clear))
                $0.addConnection(for: "tags", connectedBy: ["tagIDs": "tagID"])
                $0.addConnection(
                    ConnectionDescription(
                        entity: "Article", relationship: "headline",
                        connectedBy: ["headlineID": "tagID"],
                        sourcePredicate: .attribute("section.isOpen") == true))
            }
        case .person:
            try model.mapping(
                "Person", identifiedBy: ["slug"],
                ["slug": "slug", "id": "personID", "friends": "friendIDs", "gone": "gone"]
            ) {
                $0.deletionPredicate = .attribute("gone") == true
                $0.addConnection(for: "friends", connectedBy: ["friendIDs": "personID"])
                $0.addConnection(for: "editors", keyPath: "articles.sectionEditor")
            }
        case .section:
            try model.mapping(
                "Section", identifiedBy: ["slug"],
                [
                    "slug": "slug", "id": "sectionID", "editor": "editorID", "open": "isOpen",
                    "title": "title", "gone": "gone",
                ]
            ) {
                $0.deletionPredicate = .attribute("gone") == true
                $0.discardsInvalidObjectsOnInsert = true
                $0.addConnection(for: "editor", connectedBy: ["editorID": "personID"])
                $0.addConnection(for: "lead", keyPath: "editor.articles")
            }
        case .tag:
            try model.mapping("Tag", identifiedBy: ["tagID"], ["id": "tagID", "name": "name"])
        case .badge:
            try model.mapping(
                "Badge", identifiedBy: ["badgeID"], ["id": "badgeID", "holder": "holderID"]
            ) {
                $0.addConnection(for: "person", connectedBy: ["holderID": "personID"])
            }
        }
    }

    /// Returns a random payload.
    func payload(_ page: Page, _ random: inout SeededGenerator) -> String {
        let count = Int.random(in: 1...3, using: &random)
        let records = (0..<count).map { _ in record(page, &random) }
        return "[" + records.joined(separator: ",") + "]"
    }

    private func record(_ page: Page, _ random: inout SeededGenerator) -> String {
        func key() -> String {
            random.chance(0.1) ? "null" : "\(Int.random(in: 1...4, using: &random))"
        }
        func keys() -> String {
            let count = Int.random(in: 0...3, using: &random)
            return "["
                + (0..<count).map { _ in
                    random.pick([key(), "\"2\"", "3.0", "1.5", "true"])
                }.joined(separator: ",") + "]"
        }
        let number = Int.random(in: 1...4, using: &random)
        let gone = random.chance(0.15) ? #","gone":true"# : ""
        switch page {
        case .article:
            return
                #"{"slug":"a\#(number)","author":\#(key()),"section":\#(key()),"tags":\#(keys()),"#
                + #""headline":\#(key())\#(gone)}"#
        case .person:
            return #"{"slug":"p\#(number)","id":\#(key()),"friends":\#(keys())\#(gone)}"#
        case .section:
            let title = random.chance(0.8) ? #","title":"t""# : ""
            return #"{"slug":"s\#(number)","id":\#(key()),"editor":\#(key()),"#
                + #""open":\#(random.chance(0.7))\#(title)\#(gone)}"#
        case .tag: return #"{"id":\#(number),"name":"n\#(Int.random(in: 0...1, using: &random))"}"#
        case .badge: return #"{"id":\#(number),"holder":\#(key())}"#
        }
    }
}

extension Newsroom {
    /// Returns the errors in a graph according to a naive evaluation of each connection.
    func faults(in container: PersistentContainer) throws -> [String] {
        try container.perform { context in
            func all(_ entity: String) throws -> [ManagedObject] {
                try context.fetch(FetchRequest(entity)).sorted {
                    $0.objectID.number < $1.objectID.number
                }
            }
            let (people, tags) = (try all("Person"), try all("Tag"))
            let sections = try all("Section")
            func first(_ objects: [ManagedObject], _ name: String, _ key: Value) -> ManagedObject? {
                objects.first { $0[name] == key }
            }
            var faults: [String] = []
            func expect(_ object: ManagedObject, _ name: String, _ wanted: ManagedObject?) {
                let found = object[toOne: name]?.objectID
                if found != wanted?.objectID {
                    faults.append(
                        "\(object.objectID).\(name): expected \(String(describing: wanted?.objectID)), "
                            + "found \(String(describing: found))")
                }
            }
            func expect(
                _ object: ManagedObject, _ name: String, _ wanted: [ManagedObject],
                isOrdered: Bool = true
            ) {
                var numbers: [Int64] = []
                for number in wanted.map(\.objectID.number) where !numbers.contains(number) {
                    numbers.append(number)
                }
                let found = object[toMany: name].map(\.objectID.number)
                if isOrdered ? found != numbers : found.sorted() != numbers.sorted() {
                    faults.append("\(object.objectID).\(name): expected \(numbers), found \(found)")
                }
            }
            for article in try all("Article") {
                expect(article, "author", first(people, "personID", article["authorID"].some))
                if !article["sectionID"].isNull {
                    expect(article, "section", first(sections, "sectionID", article["sectionID"]))
                }
                expect(article, "sectionEditor", article[toOne: "section"]?[toOne: "editor"])
                let author = article[toOne: "author"]
                expect(article, "authorBadge", author?[toOne: "badge"])
                expect(article, "colleagues", author?[toMany: "friends"] ?? [], isOrdered: false)
                expect(article, "series", author?[toMany: "articles"] ?? [])
                let others = article[toOne: "sectionEditor"]?[toMany: "articles"] ?? []
                expect(article, "contacts", others.compactMap { $0[toOne: "author"] })
                if article[toOne: "section"]?["isOpen"] == true, !article["headlineID"].isNull {
                    expect(article, "headline", first(tags, "tagID", article["headlineID"]))
                }
                guard let keys = Self.keys(article["tagIDs"]) else { continue }
                let wanted = keys.flatMap { key in tags.filter { $0["tagID"] == .integer(key) } }
                if article[toMany: "tags"].map(\.objectID) != wanted.map(\.objectID) {
                    faults.append("\(article.objectID).tags: expected \(keys)")
                }
            }
            for section in sections where !section["editorID"].isNull {
                expect(section, "editor", first(people, "personID", section["editorID"]))
            }
            func lead(_ section: ManagedObject) -> ManagedObject? {
                section[toOne: "editor"]?[toMany: "articles"].min {
                    $0.objectID.number < $1.objectID.number
                }
            }
            for section in sections {
                // Of the sources that compete for an article, the newest takes precedence.
                let wanted = lead(section)
                let last = sections.last { lead($0)?.objectID == wanted?.objectID }
                expect(section, "lead", last?.objectID == section.objectID ? wanted : nil)
            }
            let badges = try all("Badge")
            for badge in badges where !badge["holderID"].isNull {
                let last = badges.last { $0["holderID"] == badge["holderID"] }
                let isLast = last?.objectID == badge.objectID
                expect(badge, "person", isLast ? first(people, "personID", badge["holderID"]) : nil)
            }
            for person in people {
                let editors = person[toMany: "articles"].compactMap { $0[toOne: "sectionEditor"] }
                expect(person, "editors", editors, isOrdered: false)
                guard let keys = Self.keys(person["friendIDs"]) else { continue }
                let wanted = people.filter { other in
                    keys.contains { other["personID"] == .integer($0) }
                        || (Self.keys(other["friendIDs"]) ?? []).contains {
                            person["personID"] == .integer($0)
                        }
                }
                if Set(person[toMany: "friends"].map(\.objectID)) != Set(wanted.map(\.objectID)) {
                    faults.append("\(person.objectID).friends: expected \(wanted.map(\.objectID))")
                }
            }
            return faults
        }
    }

    /// Returns the unresolved keys according to a naive evaluation: relationship and key, with the
    /// number of objects that refer to it.
    func open(in container: PersistentContainer) throws -> [String: Int] {
        try container.perform { context in
            var open: [String: Int] = [:]
            func note(_ name: String, _ entity: String, _ attribute: String, _ keys: [Int64]) throws
            {
                for key in keys
                where try context.fetch(FetchRequest(entity)).allSatisfy({
                    $0[attribute] != .integer(key)
                }) {
                    open["\(name) \(key)", default: 0] += 1
                }
            }
            func one(_ value: Value) -> [Int64] {
                if case .integer(let number) = value { [number] } else { [] }
            }
            for article in try context.fetch(FetchRequest("Article")) {
                try note("Article.author", "Person", "personID", one(article["authorID"]))
                try note("Article.section", "Section", "sectionID", one(article["sectionID"]))
                try note("Article.tags", "Tag", "tagID", Self.keys(article["tagIDs"]) ?? [])
                if article[toOne: "section"]?["isOpen"] == true {
                    try note("Article.headline", "Tag", "tagID", one(article["headlineID"]))
                }
            }
            for section in try context.fetch(FetchRequest("Section")) {
                try note("Section.editor", "Person", "personID", one(section["editorID"]))
            }
            for badge in try context.fetch(FetchRequest("Badge")) {
                try note("Badge.person", "Person", "personID", one(badge["holderID"]))
            }
            for person in try context.fetch(FetchRequest("Person")) {
                try note(
                    "Person.friends", "Person", "personID", Self.keys(person["friendIDs"]) ?? [])
            }
            return open
        }
    }

    /// Returns the distinct integers in an array of keys; `nil` if there is no array.
    private static func keys(_ value: Value) -> [Int64]? {
        guard case .array(let elements) = value else { return nil }
        var keys: [Int64] = []
        for element in elements {
            let key: Int64? =
                switch element {
                case .integer(let number): number
                case .double(let number): Int64(exactly: number)
                case .string(let text): Int64(text)
                case .boolean(let flag): flag ? 1 : 0
                default: nil
                }
            if let key, !keys.contains(key) { keys.append(key) }
        }
        return keys
    }
}

extension Value {
    /// A key to look up, or a key that no object has if there is none.
    fileprivate var some: Value { isNull ? .string("none") : self }
}
