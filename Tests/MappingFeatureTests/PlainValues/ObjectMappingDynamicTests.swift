import EntityMapper
import MercatorPayload
import ObjectGraph
import PlainValueMapping
import Testing

@Suite("Choosing mappings to plain values")
struct ObjectMappingDynamicTests {
    private static let boy = #"{"name": "Blake Watters", "type": "Boy", "numeric_type": 1}"#
    private static let girl = #"{"name": "Sarah", "type": "Girl", "numeric_type": 0}"#
    private static let mixed = "[\(boy), \(girl)]"

    struct Choice: Sendable, CustomTestStringConvertible {
        let id: String
        let matchers: [MappingMatcher]
        var testDescription: String { id }
    }

    private static let choices = [
        Choice(
            id: "AC-143, AC-155",
            matchers: [
                .value(at: "type", equals: "Girl", use: "Girl"),
                .value(at: "type", equals: "Boy", use: "Boy"),
            ]),
        Choice(
            id: "AC-145",
            matchers: [
                .predicate(.value(at: "numeric_type") == 0, use: "Girl"),
                .kind(at: "type", is: .string, use: "Boy"),
            ]),
        Choice(
            id: "AC-146",
            matchers: [
                .value(at: "numeric_type", equals: 0, use: "Girl"),
                .value(at: "numeric_type", equals: 1, use: "Boy"),
            ]),
        Choice(id: "AC-147", matchers: [.table(at: "type", ["Girl": "Girl", "Boy": "Boy"])]),
        Choice(
            id: "AC-148",
            matchers: [
                .predicate(.value(at: "numeric_type") == 0, use: "Girl"),
                .predicate(.value(at: "numeric_type") == 1, use: "Boy"),
            ]),
        Choice(
            id: "AC-149, AC-152",
            matchers: [
                .closure("by type", among: ["Girl", "Boy"]) { context in
                    context.representation["type"]?.string.map(MappingDecision.use) ?? .pass
                }
            ]),
        Choice(
            id: "a pattern",
            matchers: [
                .text(at: "type", matches: "G.*", use: "Girl"),
                .text(at: "type", matches: ".*", use: "Boy"),
            ]),
    ]

    private static func people(_ matchers: [MappingMatcher]) -> DynamicObjectMapping<Person> {
        var people = DynamicObjectMapping<Person>(matchers)
        var boys = ObjectMapping { Boy() }
        boys.addAttributeMapping(from: "name", to: \.name)
        boys.addRelationshipMapping(
            from: "friends", to: \.friends, using: { Self.people(matchers) })
        var girls = ObjectMapping { Girl() }
        girls.addAttributeMapping(from: "name", to: \.name)
        people.add(boys, as: { $0 })
        people.add(girls, as: { $0 })
        return people
    }

    private static let byType: [MappingMatcher] = [
        .table(at: "type", ["Girl": "Girl", "Boy": "Boy"])
    ]
    private static let boysOnly: [MappingMatcher] = [
        .closure("boys only", among: ["Boy"]) { context in
            context.representation["type"]?.string == "Boy" ? .use("Boy") : .decline
        }
    ]

    @Test(arguments: choices)
    func `takes what the first matcher says`(choice: Choice) throws {
        let people = Self.people(choice.matchers)
        let values = try people.run(Self.mixed.utf8).values
        #expect(values.map { "\(type(of: $0)) \($0.name)" } == ["Boy Blake Watters", "Girl Sarah"])
        #expect(Set(people.knownMappings) == ["Boy", "Girl"])
        // Individual runs give the same values.
        #expect(try people.run(Self.girl.utf8).first is Girl)
    }

    @Test func `serves relationships, and declines in silence`() throws {
        let json = """
            {"name": "Blake Watters", "type": "Boy",
             "friends": [{"name": "John Doe", "type": "Boy"}, {"name": "Jane Doe", "type": "Girl"}]}
            """
        let both = try #require(try Self.people(Self.byType).run(json.utf8).first as? Boy)
        #expect(both.friends.map(\.name) == ["John Doe", "Jane Doe"])
        let result = try Self.people(Self.boysOnly).run(json.utf8)
        #expect((result.first as? Boy)?.friends.map(\.name) == ["John Doe"])
        #expect(result.issues.isEmpty)
        let roots = try Self.people(Self.boysOnly).run(Self.mixed.utf8)
        #expect(roots.values.map(\.name) == ["Blake Watters"])
        #expect(roots.issues.isEmpty)
    }

    @Test func `updates a target of the chosen type`() throws {
        let target = Boy()
        let result = try Self.people(Self.byType)
            .map(PayloadDocument(parsing: Self.boy), into: target)
        #expect(result === target)
        #expect(target.name == "Blake Watters")
    }

    @Test(arguments: [
        ("AC-160", boysOnly, MappingError.Code.unmappedPayload),
        ("AC-161", byType, .targetMismatch),
    ])
    func `leaves a target alone that it cannot update`(
        id: String, matchers: [MappingMatcher], code: MappingError.Code
    ) throws {
        let target = Boy()
        let document = try PayloadDocument(parsing: Self.girl)
        let error = caught(MappingError.self) {
            _ = try Self.people(matchers).map(document, into: target)
        }
        #expect(error?.code == code)
        #expect(target.name.isEmpty)
    }

    @Test(arguments: UnknownRepresentationPolicy.allCases)
    func `handles unknown representations by its policy`(policy: UnknownRepresentationPolicy) throws
    {
        var people = Self.people([.value(at: "type", equals: "Boy", use: "Boy")])
        people.unknownRepresentations = policy
        switch policy {
        case .fail:
            #expect(
                caught(MappingError.self) { _ = try people.run(Self.mixed.utf8) }?.issue?.code
                    == .unknownRepresentation)
        case .skip, .ignore:
            let result = try people.run(Self.mixed.utf8)
            #expect(result.values.map(\.name) == ["Blake Watters"])
            #expect(
                result.issues.map(\.code) == (policy == .skip ? [.unknownRepresentation] : []))
        }
    }

    @Test func `makes cases of an enumeration, and what is behind a protocol`() throws {
        struct Car: Sendable, Machine { var wheels = 0 }
        struct Plane: Sendable, Machine { var wings = 0 }
        enum Vehicle: Equatable { case car(Int), plane(Int) }
        var cars = ObjectMapping(Car())
        cars.addAttributeMapping(from: "wheels", to: \.wheels)
        var planes = ObjectMapping(Plane())
        planes.addAttributeMapping(from: "wings", to: \.wings)
        let matchers: [MappingMatcher] = [
            .predicate(.exists("wheels"), use: "Car"),
            .kind(at: "wings", is: .number, use: "Plane"),
        ]
        var vehicles = DynamicObjectMapping<Vehicle>(matchers)
        vehicles.add(cars, as: { .car($0.wheels) })
        vehicles.add(planes, as: { .plane($0.wings) })
        let json = #"[{"wheels": 4}, {"wings": 2}]"#
        #expect(try vehicles.run(json.utf8).values == [.car(4), .plane(2)])
        var machines = DynamicObjectMapping<any Machine>(matchers)
        machines.add(cars, as: { $0 })
        machines.add(planes, as: { $0 })
        #expect(try machines.run(json.utf8).values.map { "\(type(of: $0))" } == ["Car", "Plane"])
        // A target of a protocol type is updated if its type is the selected one.
        let old: any Machine = Car(wheels: 3)
        let new = try machines.map(PayloadDocument(parsing: #"{"wheels": 4}"#), into: old)
        #expect((new as? Car)?.wheels == 4)
    }

    @Test func `sees what is around a representation`() throws {
        let people = Self.people([
            .closure("by place", among: ["Boy", "Girl"]) { context in
                context.index == 0 ? .use("Boy") : .use("Girl")
            }
        ])
        let values = try people.run(Self.mixed.utf8).values
        #expect(values.map { "\(type(of: $0))" } == ["Boy", "Girl"])
    }

    @Test func `may not choose what it was not declared with`() throws {
        let people = Self.people([.closure("odd", among: ["Boy"]) { _ in .use("Girl") }])
        let error = caught(MappingError.self) { _ = try people.run(Self.mixed.utf8) }
        #expect(error?.code == .unknownMapping)
        #expect(
            error?.message == "the closure 'odd' of the dynamic mapping 'Person' chose 'Girl', "
                + "which is not among those it was declared with")
    }

    @Test func `keeps its list of matchers in order`() {
        var people = DynamicObjectMapping<Person>(Self.choices[0].matchers)
        people.add(Self.choices[0].matchers[1])
        #expect(people.knownMappings == ["Boy", "Girl"])
        for matcher in people.matchers { people.remove(matcher) }
        #expect(people.matchers.isEmpty)
        #expect(people.knownMappings.isEmpty)
    }

    class Person {
        var name = ""
        var friends: [Person] = []
    }
    final class Boy: Person {}
    final class Girl: Person {}
}

private protocol Machine {}
