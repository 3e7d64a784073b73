import EntityMapper
import HTTPValues
import MercatorTesting
import ObjectGraph
import OutboxEntries
import RemoteGraph
import RemoteOutbox
import RemotePlanning
import Synchronization
import TestSupport
import Testing

/// Random histories of edits, failures and restarts.
@Suite("Histories of outboxes", .endsInTime)
struct OutboxHistoryTests {
    /// Cost: each seed is a history of edits, failures and restarts, on every kind of store.
    @Test(arguments: StoreKind.allCases, Seeds.upTo(30, from: 1))
    func `when the network is back, server and graph agree, and nothing was created twice`(
        kind: StoreKind, seed: UInt64
    ) async throws {
        try await kind.withStoreAwaiting { store in
            let failing = FailingStore(store)
            let press = try Press(
                failing, hasState: seed.isMultiple(of: 2),
                options: { $0.outbox.onConflict = .clientWins })
            let history = History(press, seed)
            var random = SeededGenerator(seed: seed &+ 1000)
            var current = press
            for _ in 0..<25 {
                for _ in 0..<Int.random(in: 0...3, using: &random) { try history.edit() }
                let fault = random.pick([nil, nil, .unsent, .lost, .status(503)] as [Fault?])
                if let fault { press.server.fail(fault) }
                if random.chance(0.3) {
                    press.server.interruptNext { expectNoError { try history.edit() } }
                }
                if random.chance(0.2) {
                    // The process ends while a request is on its way.
                    press.server.interruptNext { failing.fail([.committing, .reading], .corrupt) }
                }
                if random.chance(0.7) { _ = try? await current.outbox.send() }
                failing.fail([])
                if random.chance(0.3) { current = current.restarted() }
                press.clock.advance(by: .seconds(Int.random(in: 0...100, using: &random)))
            }
            press.server.interruptNext {}
            for _ in 0..<20 where try !press.outbox.entries().isEmpty {
                press.clock.advance(by: .seconds(200))
                try await current.outbox.send()
            }
            let rest = try press.outbox.entries().map { "\($0): \($0.message ?? "")" }
            let comment: Comment = "seed \(seed): \(rest)"
            #expect(try press.outbox.entries().isEmpty, comment)
            #expect(try history.differences == [], comment)
            #expect(press.server.creations.values.allSatisfy { $0 == 1 }, comment)
            #expect(press.server.misusedKeys.isEmpty, comment)
        }
    }

    private typealias Fault = PressServer.Fault
}

/// Random edits of authors and articles, each with a text that occurs once.
private final class History: Sendable {
    private struct State {
        var random: SeededGenerator
        var count = 0
        var authors: [ManagedObjectID] = []
        var articles: [ManagedObjectID] = []
    }

    private let press: Press
    private let state: Mutex<State>

    init(_ press: Press, _ seed: UInt64) {
        self.press = press
        state = Mutex(State(random: SeededGenerator(seed: seed)))
    }

    /// Makes a random edit.
    func edit() throws {
        try state.withLock { state in
            state.count += 1
            let text = Value.string("text \(state.count)")
            let name = "name \(state.count)"
            switch Int.random(in: 0..<10, using: &state.random) {
            case 0, 1: state.authors.append(try press.create(name))
            case 2, 3:
                guard !state.authors.isEmpty else { return }
                let author = state.random.pick(state.authors)
                state.articles.append(try press.createArticle(name, by: author))
            case 4, 5:
                guard !state.authors.isEmpty else { return }
                try press.update(state.random.pick(state.authors), ["name": .string(name)])
            case 6, 7, 8:
                guard !state.articles.isEmpty else { return }
                let values: [String: Value] =
                    state.random.chance(0.5)
                    ? ["text": text] : ["text": text, "title": .string(name)]
                try press.update(state.random.pick(state.articles), values)
            default:
                guard !state.articles.isEmpty else { return }
                let index = state.articles.indices.randomElement(using: &state.random) ?? 0
                try press.delete(state.articles.remove(at: index))
            }
        }
    }

    /// The resources that are not the same here and on the server.
    var differences: [String] {
        get throws {
            let (graph, resources) = (try graph, press.server.resources)
            return Set(graph.keys).union(resources.keys).sorted().compactMap { path in
                let (mine, theirs) = (graph[path], resources[path])
                return mine == theirs ? nil : "\(path): \(mine ?? [:]), \(theirs ?? [:])"
            }
        }
    }

    /// The values of the graph in the form of the server.
    private var graph: [String: [String: String]] {
        get throws {
            try press.container.perform { context in
                var graph: [String: [String: String]] = [:]
                for author in try context.fetch(FetchRequest("Author")) {
                    let id = Self.text(author["authorID"])
                    graph["authors/\(id)"] = ["id": id, "name": Self.text(author["name"])]
                }
                for article in try context.fetch(FetchRequest("Article")) {
                    let id = Self.text(article["articleID"])
                    var values = ["id": id, "title": Self.text(article["title"])]
                    values["author"] = Self.text(article["authorID"])
                    if !article["text"].isNull { values["text"] = Self.text(article["text"]) }
                    graph["articles/\(id)"] = values
                }
                return graph
            }
        }
    }

    private static func text(_ value: Value) -> String {
        switch value {
        case .integer(let number): "\(number)"
        case .string(let text): text
        default: ""
        }
    }
}
