import Mercator

extension PersistentContainer {
    /// Returns the number of objects of each entity, including subentities.
    func objectCounts() throws -> [String: Int] {
        try perform { context in
            var objects: [String: Int] = [:]
            for entity in model.entities {
                objects[entity.name] = try context.count(FetchRequest(entity.name))
            }
            return objects
        }
    }
}
