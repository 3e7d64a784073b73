import Mercator
import Testing

/// Responses, and objects synchronized with them.
extension ComingFromRestKitTests {
    struct Response {
        var status: Int
        var mimeType: String
        var body: [UInt8]
    }

    private func load(
        _ response: Response, with operation: MappingOperation,
        in container: PersistentContainer
    ) throws -> MappingResult {
        let format = try PayloadFormatRegistry().format(forMIMEType: response.mimeType)
        let document = try format.document(from: response.body)
        guard (200..<300).contains(response.status) else {
            try ErrorMessage.mapping().throwErrors(in: document, at: "errors")
            throw ErrorMessage("the server answered \(response.status)")
        }
        return try operation.run(document, in: container)
    }

    @Test(arguments: Place.allCases)
    func `responses`(place: Place) throws {
        let container = try open(place)
        let operation = try operation(firstMappings, roots: ["articles": "Article"])
        let good = Response(
            status: 200, mimeType: "application/json; charset=utf-8", body: payload)
        #expect(try load(good, with: operation, in: container).array.count == 2)
        let refusal = Response(
            status: 422, mimeType: "application/json",
            body: Array(#"{"errors": [{"message": "No title"}]}"#.utf8))
        let error = #expect(throws: ReportedErrors<ErrorMessage>.self) {
            try load(refusal, with: operation, in: container)
        }
        #expect(error?.description == "No title")
        let broken = Response(status: 500, mimeType: "application/json", body: Array("{}".utf8))
        #expect(throws: ErrorMessage.self) { try load(broken, with: operation, in: container) }
    }

    @Test(arguments: Place.allCases)
    func `caches and orphans`(place: Place) throws {
        let container = try open(place)
        let plan = try MappingPlan(
            MappingSet(firstMappings, roots: ["articles": "Article"]), for: model)
        var operation = MappingOperation(plan)
        operation.options.identityLookup = .preloaded(IdentityCache(for: container))
        operation.orphanDeletion = OrphanDeletion(of: [FetchRequest("Article")])
        try operation.run(payload, in: container).requireNoIssues()
        let rest = #"{"articles": [{"id": 1}]}"#
        let result = try operation.run(rest.utf8, in: container)
        let deleted = result.counts["Article"]?.deleted  // 1
        #expect(deleted == 1)
    }
}
