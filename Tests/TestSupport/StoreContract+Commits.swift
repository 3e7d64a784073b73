import ObjectGraph
import Synchronization
import Testing

extension StoreContract {
    /// The notification of commits.
    static var commitChecks: [StoreContractCheck] {
        [
            StoreContractCheck("tells of each commit before it returns") { fixture in
                let log = CommitLog()
                let subscription = fixture.backend.commits.add(for: fixture.model, log.note)
                let first = try fixture.insert("Tag", ["name": "a"])
                #expect(log.events == [.init(inserted: [first.number])])
                try fixture.commit { changes in
                    changes.updated = [try fixture.update(first, ["name": "b"])]
                }
                #expect(log.events.last == .init(updated: [first.number]))
                let row = try #require(try fixture.stored(first))
                try fixture.commit { $0.deleted = [fixture.deletion(row)] }
                #expect(log.events.last == .init(deleted: [first.number]))
                #expect(log.events.count == 3)
                withExtendedLifetime(subscription) {}
            },
            StoreContractCheck("tells nobody of a commit that failed") { fixture in
                let log = CommitLog()
                let subscription = fixture.backend.commits.add(for: fixture.model, log.note)
                try fixture.insert("Tag", ["name": "a"])
                let twin = try fixture.row("Tag", ["name": "a"])
                #expect(throws: StoreError.self) { try fixture.commit { $0.inserted = [twin] } }
                #expect(log.events.count == 1)
                withExtendedLifetime(subscription) {}
            },
            StoreContractCheck("tells everybody, until a subscription ends") { fixture in
                let (kept, dropped) = (CommitLog(), CommitLog())
                let keptSubscription = fixture.backend.commits.add(for: fixture.model, kept.note)
                do {
                    let subscription = fixture.backend.commits.add(
                        for: fixture.model, dropped.note)
                    try fixture.insert("Tag", ["name": "a"])
                    withExtendedLifetime(subscription) {}
                }
                try fixture.insert("Tag", ["name": "b"])
                #expect(kept.events.count == 2 && dropped.events.count == 1)
                #expect(fixture.backend.commits.count == 1)
                withExtendedLifetime(keptSubscription) {}
                #expect(try fixture.backend.foreignVersion() != nil)
            },
            StoreContractCheck("does not take its own commits for those of others") { fixture in
                let version = try fixture.backend.foreignVersion()
                try fixture.insert("Tag", ["name": "a"])
                #expect(try fixture.backend.foreignVersion() == version)
            },
            StoreContractCheck(store: "tells the other containers of the same store") { store in
                let (first, second) = (try StoreFixture(store), try StoreFixture(store))
                let log = CommitLog()
                let subscription = second.backend.commits.add(for: second.model, log.note)
                let row = try first.insert("Tag", ["name": "a"])
                #expect(log.events == [.init(inserted: [row.number])])
                withExtendedLifetime(subscription) {}
            },
        ]
    }
}

/// A record of the row numbers in commits.
private final class CommitLog: Sendable {
    struct Event: Equatable, Sendable {
        var inserted: [Int64] = []
        var updated: [Int64] = []
        var deleted: [Int64] = []
    }

    private let content = Mutex<[Event]>([])
    var events: [Event] { content.withLock { $0 } }

    @Sendable func note(_ changes: ChangeSet) {
        let event = Event(
            inserted: changes.inserted.map(\.number), updated: changes.updated.map(\.row.number),
            deleted: changes.deleted.map(\.number))
        content.withLock { $0.append(event) }
    }
}
