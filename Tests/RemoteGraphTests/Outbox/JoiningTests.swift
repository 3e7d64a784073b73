import EntityMapper
import HTTPValues
import MercatorTesting
import ObjectGraph
import OutboxEntries
import RemoteGraph
import RemoteOutbox
import RemotePlanning
import ResourceMapping
import TestSupport
import Testing

/// Lists that bring an object whose creation is under way.
@Suite("An object that a list brings before the answer to its creation", .endsInTime)
struct JoiningTests {
    /// The events between the request and its answer.
    enum Event: String, CaseIterable, Sendable {
        case editOfDraft, referenceToOther, deletionOfDraft, editOfOther, deletionOfOther

        /// Whether the object still exists.
        func isPossible(after event: Self) -> Bool {
            switch event {
            case .deletionOfDraft: self != .editOfDraft
            case .deletionOfOther: self != .editOfOther && self != .referenceToOther
            default: true
            }
        }
    }

    /// No event, each one, and all pairs in both orders of which the second one is possible.
    static let histories: [[Event]] =
        [[]] + Event.allCases.map { [$0] }
        + Event.allCases.flatMap { first in
            Event.allCases.filter { $0 != first && $0.isPossible(after: first) }.map {
                [first, $0]
            }
        }

    /// An object that was deleted under either name has no edits any more.
    @Test(arguments: StoreKind.allCases, histories)
    func `is one with it in the end`(kind: StoreKind, events: [Event]) async throws {
        for isLost in [false, true] {
            for isSent in [false, true] { try await run(kind, events, isLost, isSent) }
        }
    }

    /// Creates an author, with events before the answer, which may be lost, so that the creation is
    /// repeated; whether the events are sent before the answer changes nothing.
    private func run(
        _ kind: StoreKind, _ events: [Event], _ isLost: Bool, _ isSent: Bool
    ) async throws {
        try await withPress(kind) { press in
            let draft = try press.create("a")
            let isDeleted =
                events.contains(.deletionOfDraft) || events.contains(.deletionOfOther)
            let article = isDeleted ? nil : try press.createArticle("first", by: draft)
            if isLost { press.server.fail(.lost) }
            press.server.delayNext { [press] in
                guard !isLost else { return }
                await expectNoError { try await meanwhile(events, draft, press, isSent) }
            }
            _ = try await press.outbox.send()
            if isLost {
                try await meanwhile(events, draft, press, isSent)
                press.clock.advance(by: .seconds(60))
                _ = try await press.outbox.send()
            }
            _ = try await press.outbox.send()
            let note =
                "\(events), \(isLost ? "lost" : "answered"), \(isSent ? "sent" : "not sent")"
            // An edit under the other name has made a newer version than the deleted one.
            for entry in try press.outbox.entries() where entry.state == .conflict {
                try await press.outbox.resolve(entry, with: .mine)
                _ = try await press.outbox.send()
            }
            let left = try press.outbox.entries()
            #expect(left.isEmpty, "\(note): \(left.map { ($0.description, $0.message) })")
            #expect(press.server.creations["a"] == 1, "\(note)")
            let name = events.contains(.editOfDraft) || events.contains(.editOfOther) ? "b" : "a"
            #expect(
                press.server["authors/1"]?["name"] == (isDeleted ? nil : name), "\(note)")
            #expect(try press.count("Author") == (isDeleted ? 0 : 1), "\(note)")
            guard let article else { return }
            #expect(try press.values(draft, "authorID", "name", "state") == [1, .string(name), 0])
            try press.container.perform { context in
                let author = try #require(try context.object(with: draft))
                let count = events.contains(.referenceToOther) ? 2 : 1
                #expect(author[toMany: "articles"].count == count, "\(note)")
                #expect(try context.object(with: article)?["authorID"] == 1, "\(note)")
            }
        }
    }

    /// Loads the author that the server has by now, and does something with it.
    private func meanwhile(
        _ events: [Event], _ draft: ManagedObjectID, _ press: Press, _ isSent: Bool
    ) async throws {
        _ = try await press.manager.load(path: "authors/1")
        let other = try press.container.perform { context in
            try context.fetch(FetchRequest("Author", where: PropertyPath("authorID") == 1))
                .first?.objectID
        }
        let loaded = try #require(other)
        #expect(loaded != draft)
        for event in events { try apply(event, draft, loaded, press) }
        if isSent { _ = try await press.outbox.send() }
    }

    private func apply(
        _ event: Event, _ draft: ManagedObjectID, _ loaded: ManagedObjectID, _ press: Press
    ) throws {
        switch event {
        case .editOfDraft: try press.update(draft, ["name": "b"])
        case .referenceToOther:
            try press.container.perform { context in
                let article = context.insert("Article")
                article["title"] = "second"
                article[toOne: "author"] = try context.object(with: loaded)
                try context.save()
            }
        case .deletionOfDraft: try press.delete(draft)
        case .editOfOther: try press.update(loaded, ["name": "b"])
        case .deletionOfOther: try press.delete(loaded)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `is not an older one, whose identifier a server has given twice`(
        kind: StoreKind
    ) async throws {
        try await withPress(kind) { press in
            let known = try press.known(1, "old")
            press.server.remove("authors/1")
            let draft = try press.create("a")
            #expect(try await press.outbox.send().unconfirmed.map(\.object) == [draft])
            #expect(try press.values(known, "name") == ["old"])
            #expect(try press.count("Author") == 2)
        }
    }

    @Test(arguments: StoreKind.allCases, [false, true])
    func `is one with it by a decision`(kind: StoreKind, isDeleted: Bool) async throws {
        try await withPress(kind, options: { $0.outbox.serverHonoursKeys = false }) { press in
            let draft = try press.create("a")
            press.server.fail(.lost)
            #expect(try await press.outbox.send().unconfirmed.map(\.object) == [draft])
            _ = try await press.manager.load(path: "authors/1")
            let loaded = try #require(
                try press.container.perform { context in
                    try context.fetch(FetchRequest("Author", where: PropertyPath("authorID") == 1))
                        .first?.objectID
                })
            try press.update(loaded, ["name": "b"])
            if isDeleted { try press.delete(draft) }
            let entry = try #require(try press.outbox.entries().first { $0.object == draft })
            let error = await expectError(.failedOutbox) {
                try await press.outbox.confirm(entry, as: draft)
            }
            #expect(error?.message.contains("expected another Author with an identifier") == true)
            try await press.outbox.confirm(entry, as: loaded)
            if !isDeleted {
                #expect(try press.values(draft, "authorID", "name", "state") == [1, "b", 1])
            }
            #expect(try press.count("Author") == (isDeleted ? 0 : 1))
            _ = try await press.outbox.send()
            #expect(try press.outbox.entries().isEmpty)
            #expect(press.server["authors/1"]?["name"] == (isDeleted ? nil : "b"))
            #expect(press.server.creations["a"] == 1)
            #expect(try press.count("Author") == (isDeleted ? 0 : 1))
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `is one with it if it is posted without the outbox, too`(kind: StoreKind) async throws {
        try await withPress(kind) { press in
            let draft = try press.container.perform { context in
                let author = context.insert("Author")
                author["name"] = "a"
                try context.save()
                return author.objectID
            }
            press.server.delayNext { [press] in
                await expectNoError { try await meanwhile([], draft, press, true) }
            }
            let outcome = try await press.manager.post(draft)
            guard case .saved(let saved) = outcome else { throw Unexpected(outcome) }
            #expect(saved.binding == .bound(1))
            #expect(try press.count("Author") == 1)
            #expect(try press.values(draft, "authorID", "name") == [1, "a"])
        }
    }
}

private struct Unexpected: Error {
    let found: String
    init(_ found: some Any) { self.found = "\(found)" }
}
