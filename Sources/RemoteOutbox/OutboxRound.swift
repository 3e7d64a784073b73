public import OutboxEntries
import RemoteGraph
public import RemotePlanning

/// The result of sending the entries of an outbox once.
///
/// ```swift
/// let round = try await manager.outbox.send()
/// for entry in round.failed { show(entry.object, entry.message) }
/// ```
public struct OutboxRound: Sendable {
    /// The entries that were sent, and whose responses were saved.
    public internal(set) var sent: [OutboxEntry] = []
    /// The entries that wait for a network or for the server.
    public internal(set) var waiting: [OutboxEntry] = []
    /// The entries that the server rejects, or that cannot be sent as a request.
    public internal(set) var failed: [OutboxEntry] = []
    /// The entries that wait for a decision about a conflict.
    public internal(set) var conflicts: [OutboxEntry] = []
    /// The entries that the server may or may not have accepted.
    public internal(set) var unconfirmed: [OutboxEntry] = []
    /// The entries whose edit was given up for the version of the server, each with both versions.
    public internal(set) var resolved: [OutboxEntry] = []
    /// The reason why the round ended before all entries were tried, such as a rejected
    /// credential; `nil` if they were.
    public internal(set) var pause: RemoteError?

    /// The end of an attempt.
    enum Verdict: Sendable {
        case sent, waiting, failed, conflict, unconfirmed, paused(RemoteError)
        /// The edit was given up for the version of the server; the entry has both.
        case resolved(OutboxEntry)
        /// The entry is sent once more in this round.
        case again
        /// Nothing had to be sent, or a different process sends the entry.
        case none
    }

    /// Updates the remaining entries to their current state.
    mutating func refresh(from entries: [OutboxEntry]) {
        let known = Dictionary(entries.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        for list in [\Self.waiting, \Self.failed, \Self.conflicts, \Self.unconfirmed] {
            self[keyPath: list] = self[keyPath: list].map { known[$0.id] ?? $0 }
        }
    }

    mutating func note(_ verdict: Verdict, _ entry: OutboxEntry) {
        switch verdict {
        case .sent: sent.append(entry)
        case .waiting: waiting.append(entry)
        case .failed: failed.append(entry)
        case .conflict: conflicts.append(entry)
        case .unconfirmed: unconfirmed.append(entry)
        case .resolved(let entry): resolved.append(entry)
        case .paused(let error): pause = pause ?? error
        case .again, .none: break
        }
    }
}

extension OutboxRound: CustomStringConvertible {
    /// The numbers of entries.
    public var description: String {
        let counts = [
            ("sent", sent), ("waiting", waiting), ("failed", failed), ("conflicts", conflicts),
            ("unconfirmed", unconfirmed), ("resolved", resolved),
        ].filter { !$0.1.isEmpty }.map { "\($0.1.count) \($0.0)" }
        let text = counts.isEmpty ? "nothing to send" : counts.joined(separator: ", ")
        return text + (pause.map { "; paused: \($0.code)" } ?? "")
    }
}
