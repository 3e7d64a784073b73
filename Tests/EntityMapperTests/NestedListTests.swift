import EntityMapper
import MercatorPayload
import ObjectGraph
import Testing

/// The lists are stored as references in the rows of their elements, which new objects receive
/// immediately.
@Suite("Lists of objects that refer to the one around them")
struct NestedListTests {
    private struct Folder: Entity {
        let folderID = Attribute<Int64>("folderID")
        let name = Attribute<String?>("name")
        let parent: ToOne<Folder> = ToOne("parent", inverse: \.children)
        let children: ToMany<Folder> = ToMany("children", inverse: \.parent)
    }

    private let container: PersistentContainer
    private let operation: MappingOperation

    init() throws {
        let model = try ManagedObjectModel(Folder.self)
        container = try PersistentContainer(model: model, store: InMemoryStore())
        var folders = EntityMapping(for: Folder.self)
        folders.addAttributeMappings(["id": "folderID", "name": "name"])
        folders.addRelationshipMapping(from: "children", to: "children", using: "Folder")
        folders.addRelationshipMapping(from: "parent", to: "parent", using: "Folder")
        let mappings = MappingSet([folders], roots: ["folders": "Folder"])
        operation = MappingOperation(try MappingPlan(mappings, for: model))
    }

    /// Maps folders, and returns the nested folders and the parent of each.
    private func load(_ folders: String) throws -> [String] {
        _ = try operation.run("{\"folders\": [\(folders)]}".utf8, in: container)
        return try container.perform { context in
            try context.fetch(Folder.self).sorted { $0.folderID < $1.folderID }.map { folder in
                let parent = folder.parent.map { "\($0.folderID)" } ?? "-"
                return
                    "\(folder.folderID) in \(parent): \(folder.children.map(\.folderID).sorted())"
            }
        }
    }

    @Test func `new objects are inside each other, however deep`() throws {
        let found = try load(
            #"{"id": 1, "children": [{"id": 2, "children": [{"id": 3}]}, {"id": 4, "children": []}]}"#
        )
        #expect(found == ["1 in -: [2, 4]", "2 in 1: [3]", "3 in 2: []", "4 in 1: []"])
    }

    @Test(arguments: [
        #"{"id": 1, "children": [{"id": 3}]}, {"id": 2, "children": [{"id": 3}]}"#,
        #"{"id": 1, "children": [{"id": 3}]}, {"id": 2, "children": [{"id": 3, "name": "A"}]}"#,
        #"{"id": 3, "parent": {"id": 1}}, {"id": 2, "children": [{"id": 3}]}"#,
        #"{"id": 1, "children": [{"id": 3}]}, {"id": 2, "children": []}, {"id": 2, "children": [{"id": 3}]}"#,
    ])
    func `of several objects around one the last counts`(folders: String) throws {
        #expect(try load(folders) == ["1 in -: []", "2 in -: [3]", "3 in 2: []"])
    }

    @Test func `a known object loses what is in the list of a new one`() throws {
        _ = try load(#"{"id": 1, "children": [{"id": 3}]}"#)
        let found = try load(#"{"id": 2, "children": [{"id": 3}, {"id": 4}]}"#)
        #expect(found == ["1 in -: []", "2 in -: [3, 4]", "3 in 2: []", "4 in 2: []"])
    }

    @Test func `a known object gets new ones, and keeps those in the payload`() throws {
        _ = try load(#"{"id": 1, "children": [{"id": 2}, {"id": 3}]}"#)
        let found = try load(#"{"id": 1, "children": [{"id": 3}, {"id": 4}]}"#)
        #expect(found == ["1 in -: [3, 4]", "2 in -: []", "3 in 1: []", "4 in 1: []"])
    }

    @Test func `a further record of a new object says the rest of it`() throws {
        _ = try load(
            #"{"id": 2, "parent": {"id": 1}}, {"id": 1, "name": "A"}, {"id": 2, "name": "B"}"#)
        _ = try load(#"{"id": 3, "parent": {"id": 1}}"#)
        let names = try container.perform { context in
            try context.fetch(Folder.self).sorted { $0.folderID < $1.folderID }.map {
                $0.name ?? "-"
            }
        }
        #expect(names == ["A", "B", "-"])
    }
}
