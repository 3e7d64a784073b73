import Mercator

extension Title {
    /// The titles about edits that wait to be sent.
    static var outbox: [Title] { Notes.Form.allCases.map(sending) + [loadingBesideEntries] }

    private static func sending(_ form: Notes.Form) -> Title {
        Title(
            name: "outbox, \(form)",
            summary: """
                As many new notes are sent to a server in this process that answers at once; the \
                reference is the same number of notes, of which a hundred are in an outbox at a time.
                """,
            largest: 10_000, isSlow: true
        ) { pages in
            let (count, folder) = (pages.count, try TemporaryFolder())
            func outboxes(of size: Int) throws -> [Notes] {
                try stride(from: 0, to: count, by: size).map { first in
                    let notes = try Notes(try folder.freshPath("\(first).sqlite"))
                    try notes.create(min(size, count - first), form)
                    return notes
                }
            }
            let whole = Contender("Mercator") {
                try outboxes(of: count)
            } work: { outboxes in
                for notes in outboxes { try notes.send() }
            }
            let parts = Contender("a hundred at a time") {
                try outboxes(of: 100)
            } work: { outboxes in
                for notes in outboxes { try notes.send() }
            }
            return Workload(
                payloadBytes: count * 10, [whole, parts],
                goals: [
                    Goal(
                        "O1", "an entry among many / among a hundred", atMost: 1.3,
                        .time(of: whole.name, over: parts.name))
                ])
        }
    }

    private static var loadingBesideEntries: Title {
        Title(
            name: "outbox, loading beside it",
            summary: """
                A note is loaded a hundred times while a fifth as many entries as records wait to be \
                sent; the reference is the same beside as many notes without entries.
                """,
            largest: 10_000
        ) { pages in
            let (count, folder) = (pages.count / 5, try TemporaryFolder())
            func loading(_ name: String, withEntries: Bool) -> Contender {
                Contender(name) {
                    let notes = try Notes(try folder.freshPath("\(name).sqlite"))
                    try notes.create(count, .unrelated, withEntries: withEntries)
                    let note = try notes.known()
                    // The first request of a manager looks for entries of earlier versions.
                    try notes.load(note, times: 1)
                    return (notes, note)
                } work: { notes, note in
                    try notes.load(note, times: 100)
                }
            }
            let beside = loading("Mercator", withEntries: true)
            let alone = loading("without entries", withEntries: false)
            return Workload(
                payloadBytes: 1000, [beside, alone],
                goals: [
                    Goal(
                        "O2", "beside entries / without", atMost: 1.2,
                        .time(of: beside.name, over: alone.name))
                ])
        }
    }
}
