import EntityMapper
import Foundation
import MercatorPayload
import ObjectGraph
import ObjectGraphSQLite

/// A store in a file that is deleted when the test ends.
final class Workbench: Sendable {
    let container: PersistentContainer
    let path: String
    private let directory: URL

    init(_ model: ManagedObjectModel) throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("mercator-inference-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        path = directory.appendingPathComponent("graph.sqlite").path
        container = try PersistentContainer(model: model, store: SQLiteStore(path))
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    /// Maps a payload and saves.
    func load(_ json: String, _ mappings: MappingSet) throws -> MappingResult {
        let plan = try MappingPlan(mappings, for: container.model)
        // As `mercator import` reads.
        let options = PayloadOptions(replacesLoneSurrogates: true)
        let document = try PayloadDocument(parsing: json, options: options)
        return try MappingOperation(plan).run(document, in: container)
    }

    /// Returns the values of all objects of an entity by name, oldest first.
    func rows(_ entity: String, _ names: [String]) throws -> [[Value]] {
        try container.perform { context in
            try context.fetch(FetchRequest(entity)).map { object in names.map { object[$0] } }
        }
    }
}
