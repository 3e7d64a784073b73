import Mercator

/// `mercator show`: prints the objects of a store, or one object with its neighbours.
struct Show: NamedCommand {
    static let syntax = CommandSyntax(
        name: "show",
        summary: "Shows what is in a store: its entities, the objects of one, or one object.",
        operands: [
            StoreAddresses.operand,
            .init(name: "ENTITY", isOptional: true, help: "Show the objects of this entity."),
            .init(
                name: "KEY", isOptional: true,
                help: "Show this object, with what it is connected to, two steps far: the value "
                    + "that identifies it, several with commas between, or #NUMBER."),
        ],
        options: [
            .init(
                name: "--where", valueName: "TEXT",
                help: "Show the objects that satisfy a condition: 'user.name == \"x\"'."),
            .init(
                name: "--sort", valueName: "KEYPATH", isRepeated: true,
                help: "Sort by an attribute; -KEYPATH sorts the greatest first."),
            .init(name: "--limit", valueName: "N", help: "Show at most so many objects (20)."),
            ResultFormat.option(.json, "Print one JSON array, or one object with a KEY."),
            ResultFormat.option(.lines, "Print one JSON object in each line."),
            ValueMask.option,
        ])

    let arguments: Arguments

    func run(_ console: Console) throws {
        let format = try ResultFormat(arguments)
        let limit = try arguments.count(of: "--limit", "rows") ?? 20
        let mask = ValueMask(arguments)
        defer { console.note(mask) }
        let store = try OpenStore(arguments.storeAddress(), mask: mask)
        guard let name = arguments.optionalOperand("ENTITY") else {
            try requireEntity()
            return try console.say(EntityCounts(store), as: format)
        }
        let entity = try store.entity(named: name)
        guard let key = arguments.optionalOperand("KEY") else {
            return try list(entity, limit, store, format, console)
        }
        try store.container.perform { context in
            let object = try ObjectKey(key, of: entity, in: store).object(in: context)
            if format == .table {
                let neighbours = Neighbourhood(
                    of: object, in: store, limit: limit, width: console.width)
                console.say(neighbours.text)
            } else {
                console.say(Neighbourhood.json(of: object, in: store, limit: limit))
            }
        }
    }

    /// Checks that no option was given that needs an entity.
    private func requireEntity() throws(CommandError) {
        for option in ["--where", "--sort", "--limit"] where arguments.has(option) {
            throw CommandError("\(option) needs an ENTITY: show STORE ENTITY", status: .usage)
        }
    }

    private func list(
        _ entity: EntityDescription, _ limit: Int, _ store: OpenStore, _ format: ResultFormat,
        _ console: Console
    ) throws {
        let keys = arguments.values(of: "--sort").map(SortKey.init(argument:))
        let request = try QueryText(condition: arguments.value(of: "--where"), on: entity.name)
            .request(in: store, sortedBy: keys, limit: limit)
        try store.container.perform { context in
            let objects = try context.fetch(request)
            console.say(ObjectList(store: store, entity: entity, objects: objects), as: format)
            guard format == .table, objects.count == limit else { return }
            var all = request
            all.limit = nil
            let count = try context.count(all)
            if count > limit {
                console.note("\(limit) of \(count) objects; --limit \(count) shows all")
            }
        }
    }
}
