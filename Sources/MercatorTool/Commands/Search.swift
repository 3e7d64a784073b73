import Mercator

/// `mercator search`: prints the objects of a store whose texts contain words.
struct Search: NamedCommand {
    static let syntax = CommandSyntax(
        name: "search",
        summary: "Searches the texts of a store for words, and shows where they are.",
        operands: [
            StoreAddresses.operand,
            .init(
                name: "WORDS", isRepeated: true,
                help: "Words that are all in an object: 'big harbour', 'harbour OR port', "
                    + "'\"big harbour\"', 'harb*', 'harbour -storm'."),
        ],
        options: [
            .init(
                name: "--entity", valueName: "ENTITY", isRepeated: true,
                help: "Search the objects of this entity only (all entities with texts)."),
            .init(
                name: "--in", valueName: "KEYPATH", isRepeated: true,
                help: "Search these texts of one --entity, such as title or author.name (the "
                    + "searchable attributes, or all texts)."),
            .init(
                name: "--limit", valueName: "N",
                help: "Show at most so many objects of each entity (20)."),
            ResultFormat.option(.json, "Print one JSON array."),
            ResultFormat.option(.lines, "Print one JSON object in each line."),
            ResultFormat.option(.csv, "Print comma-separated values, with a line of names."),
            ValueMask.option,
        ])

    let arguments: Arguments

    func run(_ console: Console) throws {
        let format = try ResultFormat(arguments)
        let limit = try arguments.count(of: "--limit", "objects") ?? 20
        let mask = ValueMask(arguments)
        defer { console.note(mask) }
        let query = SearchQuery(arguments.operands("WORDS").joined(separator: " "))
        guard !query.isEmpty else {
            throw CommandError("there is no word to search for", status: .usage)
        }
        let store = try OpenStore(arguments.storeAddress(), mask: mask)
        var result = ResultRows(names: ["entity", "object", "path", "text"])
        for (entity, paths) in try searched(in: store) {
            try store.container.read { context in
                let request = SearchRequest(entity.name, query, in: paths, limit: limit)
                let rows = try context.search(request).map { hit in
                    try Self.rows(of: hit, entity, in: context, store)
                }
                result.rows += rows.flatMap(\.self)
                let count = try context.count(
                    FetchRequest(entity.name, where: .matches(query, in: paths)))
                guard count > rows.count else { return }
                console.note(
                    "\(rows.count) of \(count) objects of \(entity.name) are shown; --limit N "
                        + "shows more")
            }
        }
        result.print(format, console)
    }

    /// Returns a row for each text with words.
    private static func rows(
        of hit: SearchHit, _ entity: EntityDescription, in context: ManagedObjectContext,
        _ store: OpenStore
    ) throws -> [[Value]] {
        guard let object = try context.object(with: hit.objectID) else { return [] }
        return hit.excerpts.map { excerpt in
            let name = excerpt.path.split(separator: ".").last.map(String.init) ?? excerpt.path
            let text = Value.string(excerpt.text)
            let shown = store.mask.shown(text, of: name)
            return [
                .string(entity.name), .string(store.name(of: object)), .string(excerpt.path),
                shown == text ? .string(excerpt.marked("[", "]")) : shown,
            ]
        }
    }

    /// Returns the entities to search, each with the paths of its texts.
    private func searched(
        in store: OpenStore
    ) throws(CommandError) -> [(EntityDescription, paths: [String])] {
        let names = arguments.values(of: "--entity")
        let paths = arguments.values(of: "--in")
        guard paths.isEmpty || names.count == 1 else {
            throw CommandError("--in needs one --entity, whose texts it names", status: .usage)
        }
        var entities: [EntityDescription] = []
        for name in names { entities.append(try store.entity(named: name)) }
        if names.isEmpty { entities = store.model.entities }
        return entities.compactMap { entity in
            // The objects of a sub-entity belong to its parent, too.
            let isNamed = !names.isEmpty || entity.parent == nil
            let attributes = isNamed ? entity.attributes : entity.declaredAttributes
            let found = paths.isEmpty ? Self.texts(among: attributes, in: store) : paths
            return found.isEmpty ? nil : (entity, found)
        }
    }

    /// Returns the searchable attributes, or all texts that are not hidden.
    private static func texts(
        among attributes: [AttributeDescription], in store: OpenStore
    ) -> [String] {
        let texts = attributes.filter { attribute in
            [.string, .url].contains(attribute.type) && !store.mask.hides(attribute.name)
        }
        let searchable = texts.filter(\.isSearchable)
        return (searchable.isEmpty ? texts : searchable).map(\.name)
    }
}
