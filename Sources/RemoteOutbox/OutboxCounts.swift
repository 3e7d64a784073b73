import ObjectGraph
import OutboxEntries
import RemoteGraph
public import RemotePlanning

/// The numbers of entries of an outbox by state.
///
/// ```swift
/// for try await counts in manager.outbox.states {
///     show("\(counts.pending + counts.sending) to send, \(counts.conflicts) to decide")
/// }
/// ```
public struct OutboxCounts: Sendable, Hashable, CustomStringConvertible {
    /// The entries that the next round sends.
    public internal(set) var pending = 0
    /// The entries that are being sent.
    public internal(set) var sending = 0
    /// The entries that wait for a network or for the server.
    public internal(set) var waiting = 0
    /// The entries that the server rejects.
    public internal(set) var failed = 0
    /// The entries that wait for a decision about a conflict.
    public internal(set) var conflicts = 0
    /// The number of entries that the server may or may not have accepted.
    public internal(set) var unconfirmed = 0
    /// The entries that were sent since the iteration began.
    public internal(set) var sent = 0

    /// The numbers that are not zero.
    public var description: String {
        let counts = [
            ("pending", pending), ("sending", sending), ("waiting", waiting), ("failed", failed),
            ("conflicts", conflicts), ("unconfirmed", unconfirmed), ("sent", sent),
        ].filter { $0.1 > 0 }
        return counts.isEmpty ? "empty" : counts.map { "\($0.1) \($0.0)" }.joined(separator: ", ")
    }

    mutating func add(_ state: OutboxEntry.State, _ count: Int = 1) {
        switch state {
        case .pending: pending += count
        case .sending: sending += count
        case .waiting: waiting += count
        case .failed: failed += count
        case .conflict: conflicts += count
        case .unconfirmed: unconfirmed += count
        }
    }
}

/// The numbers of entries by state: the current ones, then after each change of an entry.
///
/// Entries are counted individually, even if they will be sent as one request. Changes by this
/// container, and by containers with the same store value, are observed immediately; changes by
/// other processes are not. The sequence ends when its task is cancelled.
public struct OutboxStates: AsyncSequence, Sendable {
    /// The numbers of entries.
    public typealias Element = OutboxCounts
    /// The error of reading the entries at first.
    public typealias Failure = RemoteError

    let outbox: Outbox

    /// Creates an iterator that observes entries from now on.
    public func makeAsyncIterator() -> Iterator { Iterator(outbox) }

    /// An iterator that waits for the next change.
    public struct Iterator: AsyncIteratorProtocol {
        private let outbox: Outbox
        private let changes: EntryChanges
        private var states: [String: OutboxEntry.State] = [:]
        private var counts: OutboxCounts?
        private var queue: [OutboxCounts] = []

        fileprivate init(_ outbox: Outbox) {
            self.outbox = outbox
            changes = EntryChanges(outbox.manager.container)
        }

        /// Waits for a change, and returns the numbers; `nil` after the task is cancelled.
        ///
        /// - Throws: ``RemoteError`` with code `failedOutbox` if the entries cannot be read.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(RemoteError) -> OutboxCounts? {
            guard counts != nil else { return try first() }
            while !Task.isCancelled {
                if !queue.isEmpty { return queue.removeFirst() }
                await changes.wait()
                for change in changes.take() {
                    let last = counts
                    note(change)
                    if let counts, counts != last { queue.append(counts) }
                }
            }
            return nil
        }

        private mutating func first() throws(RemoteError) -> OutboxCounts {
            let container = outbox.manager.container
            let entries = try Outbox.wrapping {
                try container.perform { try EntryPlan.entries(in: $0) }
            }
            var counts = OutboxCounts()
            for entry in entries {
                states[entry.metadataKey.name] = entry.state
                counts.add(entry.state)
            }
            self.counts = counts
            // The counts read include some or all changes up to now.
            for change in changes.take() { note(change) }
            self.counts?.sent = 0
            return self.counts ?? counts
        }

        private mutating func note(_ change: EntryChange) {
            let old = states[change.name]
            states[change.name] = change.state
            if let old { counts?.add(old, -1) }
            if let new = change.state {
                counts?.add(new)
            } else if old == .sending {
                counts?.sent += 1
            }
        }
    }
}

extension Outbox {
    /// The numbers of entries by state, now and after each change.
    public var states: OutboxStates { OutboxStates(outbox: self) }
}

/// The change of an entry by a commit.
struct EntryChange: Sendable {
    /// The name of its metadata.
    let name: String
    /// The state; `nil` if the entry was removed.
    let state: OutboxEntry.State?
    /// Whether the entry is new, or can be sent after a decision.
    let isForSending: Bool
}

/// The changes of entries by commits, from the creation on.
final class EntryChanges: Sendable {
    private let signal: ChangeSignal<[EntryChange]>
    private let subscription: CommitSubscription

    init(_ container: PersistentContainer) {
        let signal = ChangeSignal<[EntryChange]>([])
        self.signal = signal
        subscription = container.backend.commits.add(for: container.model) { changes in
            let found = changes.metadata
                .filter { $0.key.name.hasPrefix(OutboxEntry.prefix) }.map(EntryChange.init)
            signal.note { pending in
                pending += found
                return !found.isEmpty
            }
        }
    }

    /// Returns the changes since the last call.
    func take() -> [EntryChange] {
        signal.take { pending in
            defer { pending = [] }
            return pending
        }
    }

    /// Waits until there is a change, or the task is cancelled.
    func wait() async { await signal.wait() }
}

extension EntryChange {
    fileprivate init(_ change: MetadataChange) {
        func entry(_ text: String?) -> OutboxEntry? {
            text.map { OutboxEntry(MetadataEntry(change.key, $0)) }
        }
        let (old, new) = (entry(change.expected), entry(change.text))
        name = change.key.name
        state = new?.state
        isForSending = new?.state == .pending && old?.state != .sending
    }
}
