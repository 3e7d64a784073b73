import ObjectGraph
import OutboxEntries
import RemoteGraph
public import RemotePlanning

/// Sending without end.
extension Outbox {
    /// Sends new entries when they are saved, and retries others, until the task is cancelled.
    ///
    /// ```swift
    /// let sender = Task { try await manager.outbox.run() }
    /// ```
    ///
    /// After a rejected credential, or if the store cannot be read or saved, the next round begins
    /// with a new entry or a decision, or after ``RetryPolicy/longestWait``. Entries that other
    /// processes have saved are sent within ``OutboxOptions/interval``.
    ///
    /// - Throws: ``RemoteError`` with code `invalidRequest` if the plan was compiled for
    ///   a different model.
    public func run() async throws(RemoteError) {
        let changes = EntryChanges(manager.container)
        while !Task.isCancelled {
            _ = changes.take()
            let wait: Duration?
            do throws(RemoteError) {
                let round = try await send()
                wait = round.pause == nil ? try await timeToNext() : options.retry.longestWait
            } catch {
                guard error.code == .failedOutbox || error.code == .cancelled else { throw error }
                wait = options.retry.longestWait
            }
            await sleep(wait, or: changes)
        }
    }

    /// Returns the time until the next entry is due; `nil` if there is none.
    private func timeToNext() async throws(RemoteError) -> Duration? {
        let (now, limit) = (now, options.retry.longestPause)
        return try await perform { context in
            try EntryPlan(context).heads.map(\.entry).filter { !$0.isDue(at: now, within: limit) }
                .compactMap(\.dueTime).min().map { .microseconds($0 - now.microseconds) }
        }
    }

    /// Waits for a time or for an entry that can be sent.
    private func sleep(_ wait: Duration?, or changes: EntryChanges) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask {
                while !Task.isCancelled {
                    await changes.wait()
                    if changes.take().contains(where: \.isForSending) { return }
                }
            }
            group.addTask { [options] in
                try? await options.clock.sleep(untilLimit: options.outbox.interval)
            }
            if let wait {
                group.addTask { [options] in try? await options.clock.sleep(for: wait) }
            }
            await group.next()
            group.cancelAll()
        }
    }
}
