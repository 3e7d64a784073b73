import Mercator

/// `mercator query`: prints objects, the rows of a selection, or the rows of a statement.
struct Query: NamedCommand {
    static let syntax = CommandSyntax(
        name: "query",
        summary: "Asks a store: for objects, for values and numbers, or with a statement of SQL.",
        operands: [
            StoreAddresses.operand,
            .init(
                name: "TEXT",
                help: "An entity and a condition: 'Status where user.screenName == \"x\"'; with "
                    + "columns a selection: 'Status group by user.screenName: count sort -count "
                    + "limit 10'; with --sql one statement that reads."),
        ],
        options: [
            .init(name: "--sql", help: "TEXT is a statement of SQL."),
            .init(
                name: "--sort", valueName: "KEYPATH", isRepeated: true,
                help: "Sort by an attribute, or a column of a selection; -KEYPATH sorts the "
                    + "greatest first."),
            .init(name: "--limit", valueName: "N", help: "Print at most so many rows (all)."),
            ResultFormat.option(.json, "Print one JSON array."),
            ResultFormat.option(.lines, "Print one JSON object in each line."),
            ResultFormat.option(.csv, "Print comma-separated values, with a line of names."),
            ValueMask.option,
        ])

    let arguments: Arguments

    func run(_ console: Console) throws {
        let text = arguments.operand("TEXT")
        let format = try ResultFormat(arguments)
        let limit = try arguments.count(of: "--limit", "rows")
        let mask = ValueMask(arguments)
        defer { console.note(mask) }
        guard !arguments.has("--sql") else {
            for option in ["--sort", "--limit"] where arguments.has(option) {
                throw CommandError(
                    "\(option) does not go with --sql; write it into the statement", status: .usage)
            }
            let address = try arguments.storeAddress()
            return try StatementResult(text, in: address, mask: mask).print(format, console)
        }
        let store = try OpenStore(arguments.storeAddress(), mask: mask)
        let keys = arguments.values(of: "--sort").map(SortKey.init(argument:))
        let request: FetchRequest
        if let selection = try SelectionText(text) {
            let selected = try selection.request(sortedBy: keys, limit: limit)
            guard selected.columns.isEmpty else {
                return try selection.print(selected, in: store, as: format, console)
            }
            request = try selection.objects(selected, in: store)
        } else {
            request = try QueryText(text).request(in: store, sortedBy: keys, limit: limit)
        }
        let entity = try store.entity(named: request.entityName)
        try store.container.perform { context in
            let objects = try context.fetch(request)
            console.say(ObjectList(store: store, entity: entity, objects: objects), as: format)
        }
    }
}
