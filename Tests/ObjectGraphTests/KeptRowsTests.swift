import TestSupport
import Testing

@testable import ObjectGraph

/// The number of rows that an observed selection keeps in memory: that of the rows that its
/// condition finds, or that its limit returns and some more, whatever the size of the table.
@Suite("Rows that observed selections keep")
struct KeptRowsTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let request: SelectRequest
        /// The numbers of kept rows for tables of 1000 and 4000 rows.
        let kept: [Int]
        var testDescription: String { "\(request)" }

        init(_ columns: [ValueExpression], limit: Int? = nil, offset: Int = 0, kept: Int...) {
            let condition = EntityPredicate.attribute("small") == 7
            request = SelectRequest(
                "Article", columns, where: limit == nil ? condition : .true,
                sortedBy: [.descending(columns[0])], limit: limit, offset: offset)
            self.kept = kept
        }
    }

    @Test(arguments: [
        Case(["title"], kept: 10, 40),
        Case(["title", "author.name"], kept: 10, 40),
        Case(["title"], limit: 5, kept: 21, 21),
        Case(["title", "author.name"], limit: 100, offset: 10, kept: 160, 160),
        Case(["section", .count, .sum("small")], kept: 10, 40),
        Case([.average("weight")], kept: 10, 40),
    ])
    func `are those of the result, not of the table`(row: Case) throws {
        let kept = try [1000, 4000].map { count in
            let container = try PersistentContainer(
                model: ContractModel.make(), store: InMemoryStore())
            try container.write { context in
                for number in 0..<count {
                    let article = context.insert("Article")
                    article["title"] = .string("title \(number)")
                    article["section"] = .string("section \(number % 3)")
                    (article["small"], article["weight"]) = (.integer(Int64(number % 100)), 1)
                }
            }
            return try Self.kept(row.request, in: container)
        }
        #expect(kept == row.kept)
    }

    @Test func `are no more after many have come before a limit`() throws {
        let request = SelectRequest(
            "Article", ["title"], sortedBy: [.descending("title")], limit: 5)
        let condition = try ResultCondition(selecting: request, ContractModel.make())
        var rows = ObservedRows(condition, request)
        var greatest = 0
        for number in 0..<500 {
            let title = Value.string("title \(1000 + number)")
            let row = ResultRow(number: Int64(number), version: 0, values: [title, title])
            let changes = rows.apply([ResultDecision(number: row.number, outcome: .present(row))])
            #expect(changes?.inserted == [0])
            greatest = max(greatest, rows.count)
        }
        #expect(greatest == 37)
    }

    /// Returns the number of rows that the observation of a selection keeps.
    private static func kept(
        _ request: SelectRequest, in container: PersistentContainer
    ) throws -> Int {
        let values = try ResolvedValues(
            ValueRequest(request, container.model), container.model)
        guard values.isGrouped else {
            let condition = try ResultCondition(selecting: request, container.model)
            return try read(ObservedRows(condition, request), condition, container.backend)
        }
        let plan = try GroupPlan(request, values, container.model)
        return try read(ObservedGroups(plan), plan.condition, container.backend)
    }

    private static func read(
        _ content: some ResultContent, _ condition: ResultCondition, _ backend: any StoreBackend
    ) throws -> Int {
        var content = content
        let touched = TouchedRows(condition)
        let view = try SettledView(touched, ChangeSignal(touched), condition, backend)
        defer { view.close() }
        _ = try content.read(from: view, isApplied: false)
        return content.count
    }
}
