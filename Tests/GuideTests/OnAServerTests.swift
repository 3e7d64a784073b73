import Mercator
import Synchronization
import Testing

@Suite("On a server")
struct OnAServerTests {
    struct Article: Entity {
        let articleID = Attribute<Int64>(from: "id")
        let title = Attribute<String>(from: "title", default: "")
        let authorID = Attribute<Int64?>(from: "author_id")
        let author = ToOne<Author>(inverse: \.articles, connectedBy: \Article.authorID)
    }

    struct Author: Entity {
        let authorID = Attribute<Int64>(from: "id")
        let name = Attribute<String?>(from: "name")
        let articles = ToMany<Article>()
    }

    struct Answer: Sendable, Equatable {
        var status: Int
        var body: [UInt8] = []
    }

    struct ArticleService: Sendable {
        let container: PersistentContainer
        let posts: MappingOperation
        let writer: RepresentationWriter

        init(store: any PersistentStore) throws {
            container = try PersistentContainer(for: Article.self, Author.self, in: store)
            let plan = try container.plan(for: Article.self)
            posts = MappingOperation(plan, options: MappingOptions(failurePolicy: .fail))
            writer = try RepresentationWriter(plan, mapping: "Article")
        }

        /// Maps the body of a request, all of it or nothing.
        func post(_ body: [UInt8]) async throws -> Answer {
            do {
                let result = try await posts.runInBackground(body, in: container)
                return Answer(status: result.total.inserted > 0 ? 201 : 200)
            } catch let error as PayloadError {
                return Answer(status: 400, body: Array(error.description.utf8))
            } catch let error as MappingError where error.code == .recordFailed {
                return Answer(status: 422, body: Array(error.message.utf8))
            } catch let error as ValidationError {
                return Answer(status: 422, body: Array(error.description.utf8))
            } catch StoreError.Code.busy {
                return Answer(status: 503)
            }
        }

        /// Writes one article.
        func get(_ articleID: Int64) async throws -> Answer {
            try await container.performBackgroundTask { context in
                let found = try context.first(Article.self) { $0.articleID == articleID }
                guard let article = found else { return Answer(status: 404) }
                return Answer(status: 200, body: try writer.jsonBytes(for: article.managedObject))
            }
        }
    }

    func upload<Chunks: AsyncSequence & Sendable>(
        _ body: Chunks, to service: ArticleService
    ) async throws -> Answer
    where Chunks.Element == [UInt8] {
        let lines = try ImportOperation(service.container.plan(for: Article.self))
        let result = try await lines.run(body, in: service.container)
        return Answer(status: 200, body: Array("\(result.records)".utf8))
    }

    final class Admission: Sendable {
        private let limit: Int
        private let running = Mutex(0)

        init(limit: Int) { self.limit = limit }

        /// Runs the work of a request, or answers 503 if too many are running.
        func admit(_ work: () async throws -> Answer) async throws -> Answer {
            let isAdmitted = running.withLock { running in
                guard running < limit else { return false }
                running += 1
                return true
            }
            guard isAdmitted else { return Answer(status: 503) }
            defer { running.withLock { $0 -= 1 } }
            return try await work()
        }
    }

    func shutDown(_ service: ArticleService) {
        service.container.close()  // waits for a commit in progress; later units throw `closed`
    }

    @Test func `a body is mapped, and an object is written`() async throws {
        let service = try ArticleService(store: InMemoryStore())
        let body = Array(#"[{"id": 1, "title": "Maps", "author_id": 7}]"#.utf8)
        #expect(try await service.post(body).status == 201)
        #expect(try await service.post(body).status == 200)
        let answer = try await service.get(1)
        #expect(answer.status == 200)
        #expect(
            String(decoding: answer.body, as: UTF8.self)
                == #"{"id":1,"title":"Maps","author_id":7}"#)
        #expect(try await service.get(2).status == 404)
    }

    @Test(arguments: [("[1 2]", 400), (#"[{"id": 1}, {"id": "x"}]"#, 422)])
    func `a body that is wrong changes nothing`(body: String, status: Int) async throws {
        let service = try ArticleService(store: InMemoryStore())
        let answer = try await service.post(Array(body.utf8))
        #expect(answer.status == status)
        #expect(!answer.body.isEmpty)
        #expect(try await service.get(1).status == 404)
    }

    @Test func `a body of any size is imported`() async throws {
        let service = try ArticleService(store: InMemoryStore())
        let body = AsyncStream([UInt8].self) { continuation in
            for number in 1...300 { continuation.yield(Array("{\"id\": \(number)}\n".utf8)) }
            continuation.finish()
        }
        #expect(try await upload(body, to: service) == Answer(status: 200, body: Array("300".utf8)))
    }

    @Test func `what exceeds the limit is refused`() async throws {
        let admission = Admission(limit: 2)
        let answer = try await admission.admit {
            try await admission.admit {
                let refused = try await admission.admit { Answer(status: 200) }
                #expect(refused.status == 503)
                return Answer(status: 200)
            }
        }
        #expect(answer.status == 200)
        #expect(try await admission.admit { Answer(status: 200) }.status == 200)
    }

    @Test func `a closed service answers no more`() async throws {
        let file = try TemporaryFile()
        let service = try ArticleService(store: SQLiteStore(file.path))
        #expect(try await service.get(1).status == 404)
        shutDown(service)
        await #expect(throws: StoreError.self) { try await service.get(1) }
    }
}
