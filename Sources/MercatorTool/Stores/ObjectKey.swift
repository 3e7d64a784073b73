import Mercator

/// The key of an object as a word of the command line: `7`, or `1,7` for a key of two attributes.
struct ObjectKey {
    private let word: String
    private let entity: EntityDescription
    private let attributes: [AttributeDescription]

    init(_ word: String, of entity: EntityDescription, in store: OpenStore) {
        self.word = word
        self.entity = entity
        attributes = store.identification(of: entity)
    }

    /// Returns the object with the key: the values of the attributes that identify, or the number
    /// in the store, as in `#12`.
    ///
    /// - Throws: ``CommandError`` if there is no such object.
    func object(in context: ManagedObjectContext) throws -> ManagedObject {
        let found =
            try attributes.isEmpty || word.hasPrefix("#")
            ? numbered(in: context) : keyed(in: context)
        guard let found else {
            let keys = attributes.isEmpty ? "number in the store" : keyNames
            throw CommandError("no \(entity.name) has the \(keys) \(CellText(.string(word)).text)")
        }
        return found
    }

    private var keyNames: String { attributes.map(\.name).joined(separator: ", ") }

    private func numbered(in context: ManagedObjectContext) throws -> ManagedObject? {
        let digits = word.hasPrefix("#") ? String(word.dropFirst()) : word
        guard let number = Int64(digits) else {
            throw CommandError(
                "nothing identifies a \(entity.name); give its number in the store, as in #12",
                status: .usage)
        }
        let root = entity.ancestors.last?.name ?? entity.name
        let object = try context.object(with: ManagedObjectID(entityName: root, number: number))
        let names = object.map { [$0.entity.name] + $0.entity.ancestors.map(\.name) } ?? []
        return names.contains(entity.name) ? object : nil
    }

    private func keyed(in context: ManagedObjectContext) throws -> ManagedObject? {
        let words =
            attributes.count == 1
            ? [word] : word.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard words.count == attributes.count else {
            throw CommandError(
                "a \(entity.name) is identified by \(keyNames); separate the values by commas",
                status: .usage)
        }
        var conditions: [EntityPredicate] = []
        for (attribute, word) in zip(attributes, words) {
            guard
                let value = attribute.type.value(ofElement: .string(word))
                    ?? number(word, attribute)
            else {
                throw CommandError(
                    "\(entity.name).\(attribute.name) is a \(attribute.type.word), found "
                        + "'\(CellText(.string(word)).text)'", status: .usage)
            }
            conditions.append(.attribute(attribute.name) == value)
        }
        let predicate = conditions.dropFirst().reduce(conditions[0]) { $0 && $1 }
        return try context.fetch(FetchRequest(entity.name, where: predicate, limit: 1)).first
    }

    private func number(_ word: String, _ attribute: AttributeDescription) -> Value? {
        switch attribute.type {
        case .integer16, .integer32, .integer64: Int64(word).map(Value.integer)
        case .float, .double: Double(word).map(Value.double)
        case .boolean: Bool(word).map(Value.boolean)
        default: nil
        }
    }
}
