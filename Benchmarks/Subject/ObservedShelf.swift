import Dispatch
import Mercator
import Synchronization

/// A store of articles, a list of which a task observes.
final class ObservedShelf {
    /// The observed list.
    enum List {
        case sorted, throughAuthor, first

        var request: FetchRequest {
            let titles = [SortKey.ascending("title")]
            return switch self {
            case .sorted: FetchRequest("Article", sortedBy: titles)
            case .throughAuthor:
                FetchRequest("Article", where: .attribute("author.name") != "", sortedBy: titles)
            case .first: FetchRequest("Article", sortedBy: titles, limit: 50)
            }
        }
    }

    /// A change between two elements of the observed sequence.
    enum Change {
        case oneRow, oneInFront, thousandRows
    }

    private let shelf: Shelf
    private let request: FetchRequest
    private let deliveries = Deliveries()
    private var changes = 0
    private var task: Task<Void, any Error>?

    var payloadBytes: Int { shelf.payloadBytes }

    init(_ shelf: Shelf, _ list: List) {
        self.shelf = shelf
        request = list.request
    }

    deinit { task?.cancel() }

    /// Begins to observe; the first element has arrived afterwards.
    func observe() {
        guard task == nil else { return }
        task = Task.detached { [container = shelf.container, request, deliveries] in
            for try await changes in container.changes(of: request) {
                deliveries.note(changes.count)
            }
        }
        _ = next()
    }

    /// Waits for the next element, and returns the length of the list.
    func next() -> Int { deliveries.next() }

    /// Fetches the list, and returns its length.
    func fetch() throws -> Int {
        let request = request
        return try shelf.container.read { try $0.fetch(request).count }
    }

    /// Saves a change of the list.
    func save(_ change: Change) throws {
        changes += 1
        let (number, firstID) = (changes, shelf.firstID)
        let request = request
        try shelf.container.perform { context in
            switch change {
            case .oneRow:
                var request = request
                (request.limit, request.offset) = (1, 25)
                let article = try context.fetch(request).first
                article?["title"] = .string("Between \(number)")
            case .oneInFront:
                let article = context.insert("Article")
                article["articleID"] = .integer(Int64(-number))
                article["title"] = .string("! \(1_000_000 - number)")
                article[toOne: "author"] = try context.fetch(FetchRequest("Author", limit: 1)).first
            case .thousandRows:
                let articles = try context.fetch(
                    FetchRequest(
                        "Article",
                        where: .attribute("articleID") >= firstID
                            && .attribute("articleID") < firstID + 1000))
                for article in articles {
                    article["title"] = .string("Load \(number) of \(article.objectID.number)")
                }
            }
            try context.save()
        }
    }
}

/// The elements that a task has received, for a thread that waits for them.
private final class Deliveries: Sendable {
    private let arrival = DispatchSemaphore(value: 0)
    private let count = Mutex(0)

    /// Reports an element, by the length of its list.
    func note(_ count: Int) {
        self.count.withLock { $0 = count }
        arrival.signal()
    }

    /// Waits for an element.
    func next() -> Int {
        arrival.wait()
        return count.withLock { $0 }
    }
}
