import Mercator
import TestSupport
import Testing

@Suite("Conditions on representations")
struct RepresentationPredicateTests {
    struct Film: Entity {
        let filmID = Attribute<Int64>("filmID")
    }

    private func plan(_ predicate: RepresentationPredicate) throws -> MappingPlan {
        var films = EntityMapping(for: Film.self)
        films.addAttributeMappings(["filmID"])
        let choice = DynamicMapping(
            named: "Choice", [.predicate(predicate, use: "Film")], unknownRepresentations: .ignore)
        let set = MappingSet([films], dynamicMappings: [choice], roots: ["": "Choice"])
        return try MappingPlan(set, for: ManagedObjectModel(Film.self))
    }

    /// Tests whether a record is mapped, which is the case if the condition is met.
    private func isMet(_ predicate: RepresentationPredicate, _ json: String) throws -> Bool {
        let plan = try plan(predicate)
        let container = try PersistentContainer(model: plan.model, store: InMemoryStore())
        var operation = MappingOperation(plan)
        operation.metadata = ["limit": 3]
        do {
            return try operation.run(json, in: container).total.inserted == 1
        } catch MappingError.Code.unmappedPayload {
            return false
        }
    }

    @Test func `take paths as texts that are held in variables`() throws {
        let (guardian, age) = ("guard" + "ian", "person.age")
        let isAdult: RepresentationPredicate = !.exists(guardian) && .value(at: age) >= 18
        #expect(try isMet(isAdult, #"{"filmID": 1, "person": {"age": 18}}"#))
        #expect(try !isMet(isAdult, #"{"filmID": 1, "person": {"age": 18}, "guardian": null}"#))
        #expect(try !isMet(.comparison(age, .less, 18), #"{"filmID": 1, "person": {"age": 18}}"#))
        #expect(RepresentationPredicate.exists(guardian) == .exists("guardian"))
        let error = #expect(throws: MappingPlanError.self) { try plan(.exists(age + "..x")) }
        #expect(error?.problems.map(\.code) == [.path])
    }

    /// Returns a condition with the given number of levels, nested in a loop.
    private func nested(_ levels: Int, _ step: Int = 0) -> RepresentationPredicate {
        var predicate: RepresentationPredicate = .exists("filmID")
        for level in 0..<levels {
            switch (level + step) % 3 {
            case 0: predicate = !predicate
            case 1: predicate = .exists("filmID") && predicate
            default: predicate = predicate || .exists("nothing")
            }
        }
        return predicate
    }

    @Test(arguments: 0...2)
    func `may be 50 deep, and a plan refuses deeper ones`(step: Int) throws {
        // Evaluated independently: `filmID` is present, and `nothing` is not.
        let expected = (0..<50).reduce(true) { isMet, level in
            (level + step) % 3 == 0 ? !isMet : isMet
        }
        #expect(try isMet(nested(50, step), #"{"filmID": 1}"#) == expected)
        for levels in [51, 100, 100_000] {
            let error = #expect(throws: MappingPlanError.self) { try plan(nested(levels, step)) }
            #expect(error?.problems.map(\.code) == [.matcher])
            #expect("\(error as Any)".contains("deeper than 50 levels"))
            // Comparing and releasing do not recurse to that depth either.
            #expect(nested(levels, step) == nested(levels, step))
            #expect(nested(levels, step) != nested(3, step))
        }
    }

    @Test func `may be long: what operators join does not nest`() throws {
        var any: RepresentationPredicate = .value(at: "filmID") == -1
        var all: RepresentationPredicate = .exists("filmID")
        for number in 0..<3000 {
            any = any || .value(at: "filmID") == .integer(Int64(number))
            all = all && .value(at: "filmID") != .integer(Int64(-number - 1))
        }
        #expect(try isMet(any, #"{"filmID": 2999}"#))
        #expect(try !isMet(any, #"{"filmID": 3000}"#))
        #expect(try isMet(all, #"{"filmID": 3000}"#))
        #expect(try isMet(any && all, #"{"filmID": 7}"#))
    }

    @Test func `with a value that no payload has are a problem of the plan`() throws {
        let instant = try #require(Timestamp("2020-01-01"))
        for value in [.date(instant), [1], ["a": 1], .data([1])] as [Value] {
            let predicate: RepresentationPredicate = !(.value(at: "a.b") == value)
            let error = #expect(throws: MappingPlanError.self) { try plan(predicate) }
            #expect(error?.problems.map(\.code) == [.matcher], "\(value)")
        }
    }
}
