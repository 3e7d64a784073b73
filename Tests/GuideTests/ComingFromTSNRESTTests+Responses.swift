import Mercator
import Testing

/// The effects of server responses: binding created objects, deleting missing ones.
extension ComingFromTSNRESTTests {
    @Test(arguments: Place.allCases)
    func `a created object gets its identifier, and a lost one goes`(place: Place) throws {
        let container = try open(place)
        let operation = MappingOperation(try plan())
        let draft = try container.perform { context in
            let draft = context.insert(Product.self)
            draft.name = "Sandals"
            try context.save()
            return draft.objectID
        }
        let created = """
            {"products": [{"id": 9, "brand_id": 7061}],
             "brands": [{"id": 7061, "name": "Hunter"}, {"id": 772, "name": "Norwegian Rain"}]}
            """
        let document = try PayloadDocument(parsing: created)
        let responses = ResourceResponses(operation)
        let outcome = try responses.handle(
            .save, status: 201, body: document, for: draft, in: container)
        let binding = outcome.binding  // .bound(9): the draft is the server's product 9
        #expect(binding == .bound(9))
        #expect(outcome.result?["products"] == [draft])
        let again = try responses.handle(
            .save, status: 201, body: document, for: draft, in: container)
        SecondLoad.expectNothing(try #require(again.result).total)

        let later = try responses.handle(
            .save, status: 404, body: nil, for: draft, in: container)
        let isGone = later.action == .deleteLocally  // true
        #expect(isGone)
        #expect(try container.perform { try $0.count(FetchRequest("Product")) } == 0)
    }

    /// Inserts products 1 to 5, of which the fourth is edited, and a draft.
    private func fiveProducts(_ container: PersistentContainer) throws {
        let five = #"{"products": [{"id": 1}, {"id": 2}, {"id": 3}, {"id": 4}, {"id": 5}]}"#
        try MappingOperation(plan()).run(five.utf8, in: container).requireNoIssues()
        try container.perform { context in
            context.insert(Product.self).name = "Draft"
            try context.fetch(Product.self) { $0.systemId == 4 }.first?.dirty = .edited
            try context.save()
        }
    }

    private func products(_ container: PersistentContainer) throws -> [Int64?] {
        try container.perform { context in
            try context.fetch(Product.self, sortedBy: [.ascending("systemId")]).map(\.systemId)
        }
    }

    @Test(arguments: Place.allCases)
    func `what a page lacks is asked for`(place: Place) throws {
        let container = try open(place)
        try fiveProducts(container)
        let operation = MappingOperation(try plan())
        let requests = ResourceRequests(baseURL: "http://example.com", plan: operation.plan)
        let responses = ResourceResponses(operation)
        let page = try PayloadDocument(parsing: #"{"products": [{"id": 1}, {"id": 2}]}"#)
        var asked: [String] = []
        var lost: [ManagedObjectID] = []
        func send(_ request: ResourceRequest) throws -> (status: Int, body: PayloadDocument?) {
            asked.append(request.description)
            return request.url.hasSuffix("/3")
                ? (404, nil)
                : (
                    200,
                    try PayloadDocument(parsing: #"{"products": [{"id": 5, "name": "Still"}]}"#)
                )
        }
        let result = try operation.run(page, in: container)
        let checks = try container.perform { context in
            try requests.checks(of: "Product", notAmong: result["products"], in: context)
        }
        for check in checks {
            let (status, body) = try send(check.request)
            let outcome = try responses.handle(
                .refresh, status: status, body: body, for: check.object, in: container)
            if outcome.action == .deleteLocally { lost.append(check.object) }
        }
        #expect(
            asked == ["GET http://example.com/products/3", "GET http://example.com/products/5"])
        #expect(lost == checks.prefix(1).map(\.object))
        #expect(try products(container) == [nil, 1, 2, 4, 5])
    }

    @Test(arguments: Place.allCases)
    func `what a whole list lacks is deleted`(place: Place) throws {
        let container = try open(place)
        try fiveProducts(container)
        let json = #"{"products": [{"id": 1}, {"id": 2}, {"id": 5}]}"#
        let maps = try plan().mappings
        let list = MappingSet(maps.mappings, roots: ["products": "Product"])
        var operation = MappingOperation(try MappingPlan(list, for: model))
        operation.orphanDeletion = OrphanDeletion(of: [
            FetchRequest(
                "Product",
                where: .attribute("systemId") != nil
                    && .attribute("dirty") != SynchronizationState.edited)
        ])
        let result = try operation.run(json.utf8, in: container)
        try result.requireNoIssues()
        #expect(result.orphans?.scopes.map(\.refusals) == [[]])
        #expect(try products(container) == [nil, 1, 2, 4, 5])
    }
}
