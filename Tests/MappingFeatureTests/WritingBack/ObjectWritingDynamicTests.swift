import EntityMapper
import MercatorPayload
import ObjectGraph
import PlainValueMapping
import RepresentationWriting
import Testing

@Suite("Writing plain values by the mapping of their like")
struct ObjectWritingDynamicTests {
    class Animal {
        var name = ""
        init(_ name: String = "") { self.name = name }
    }
    class Cat: Animal { var lives = 9 }
    final class Tiger: Cat {}
    final class Dog: Animal { var tricks: [String] = [] }

    /// Returns mappings of animals and cats, with the base type first.
    private static func animals() -> DynamicObjectMapping<Animal> {
        var others = ObjectMapping { Animal() }
        others.addAttributeMapping(from: "name", to: \.name)
        var cats = ObjectMapping { Cat() }
        cats.addAttributeMapping(from: "cat", to: \.name)
        cats.addAttributeMapping(from: "lives", to: \.lives)
        var animals = DynamicObjectMapping<Animal>([
            .kind(at: "cat", is: .string, use: "Cat"),
            .kind(at: "name", is: .string, use: "Animal"),
        ])
        animals.add(others)
        animals.add(cats, as: { $0 })
        return animals
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let id: String
        let expected: String
        let make: @Sendable () -> Animal

        var testDescription: String { id }
    }

    private static let rows = [
        Row(id: "the class", expected: #"{"name":"a"}"#) { Animal("a") },
        Row(id: "a subclass", expected: #"{"cat":"c","lives":9}"#) { Cat("c") },
        Row(id: "the nearest class", expected: #"{"cat":"t","lives":9}"#) { Tiger("t") },
        Row(id: "the class of others", expected: #"{"name":"d"}"#) { Dog("d") },
    ]

    @Test(arguments: rows)
    func `the mapping of the nearest class writes`(row: Row) throws {
        let bytes = try ObjectWriter(Self.animals()).jsonBytes(for: row.make())
        #expect(String(decoding: bytes, as: UTF8.self) == row.expected)
    }

    enum Vehicle: Equatable {
        case car(Car), plane(Plane), boat

        var car: Car? { if case .car(let car) = self { car } else { nil } }
        var plane: Plane? { if case .plane(let plane) = self { plane } else { nil } }
    }
    struct Car: Sendable, Equatable { var seats = 0 }
    struct Plane: Sendable, Equatable { var wingspan = 0.0 }

    private static func vehicles(isTold: Bool = true) -> DynamicObjectMapping<Vehicle> {
        var cars = ObjectMapping(Car())
        cars.addAttributeMapping(from: "seats", to: \.seats)
        var planes = ObjectMapping(Plane())
        planes.addAttributeMapping(from: "wingspan", to: \.wingspan)
        var vehicles = DynamicObjectMapping<Vehicle>([
            .kind(at: "seats", is: .number, use: "Car"),
            .kind(at: "wingspan", is: .number, use: "Plane"),
        ])
        if isTold {
            vehicles.add(cars, as: { .car($0) }, from: { $0.car })
        } else {
            vehicles.add(cars, as: { .car($0) })
        }
        vehicles.add(planes, as: { .plane($0) }, from: { $0.plane })
        return vehicles
    }

    @Test func `cases of an enumeration are read as they were written`() throws {
        let values: [Vehicle] = [.plane(Plane(wingspan: 2.5)), .car(Car(seats: 4))]
        let document = try ObjectWriter(Self.vehicles()).document(for: values)
        #expect(
            String(decoding: document.jsonBytes(), as: UTF8.self)
                == #"[{"wingspan":2.5},{"seats":4}]"#)
        #expect(try Self.vehicles().run(document).values == values)
    }

    @Test(arguments: [(true, Vehicle.boat), (false, .car(Car()))])
    func `a value that no mapping takes is an error`(isTold: Bool, vehicle: Vehicle) throws {
        let writer = try ObjectWriter(Self.vehicles(isTold: isTold))
        let error = caught(MappingError.self) { _ = try writer.document(for: [vehicle]) }
        #expect(error?.code == .noMapping)
        #expect(
            error?.message == "Vehicle at [0]: expected a value of the mappings 'Car', 'Plane', "
                + "found one of Vehicle that none of them takes; add a mapping for it, or say with "
                + "'from' of add(_:as:from:) which values are of a mapping")
    }

    struct Search: Sendable {
        var mode = 1
        var airline = 5678
        var flight = 1234
        var from = 25
        var to = 66
    }

    private static func searches(isTold: Bool) -> DynamicObjectMapping<Search> {
        var byNumber = ObjectMapping(Search(), named: "ByNumber")
        byNumber.addAttributeMapping(from: "flight_number", to: \.flight)
        byNumber.addAttributeMapping(from: "airline_id", to: \.airline)
        var byPlace = ObjectMapping(Search(), named: "ByPlace")
        byPlace.addAttributeMapping(from: "departure_airport_id", to: \.from)
        byPlace.addAttributeMapping(from: "arrival_airport_id", to: \.to)
        byPlace.addAttributeMapping(from: "airline_id", to: \.airline)
        var searches = DynamicObjectMapping<Search>([
            .kind(at: "flight_number", is: .number, use: "ByNumber"),
            .kind(at: "arrival_airport_id", is: .number, use: "ByPlace"),
        ])
        if isTold {
            searches.add(byNumber, as: { $0 }, from: { $0.mode == 1 ? $0 : nil })
            searches.add(byPlace, as: { $0 }, from: { $0.mode == 2 ? $0 : nil })
        } else {
            searches.add(byNumber)
            searches.add(byPlace)
        }
        return searches
    }

    @Test(arguments: [
        (1, #"{"flight_search":{"flight_number":1234,"airline_id":5678}}"#),
        (
            2,
            #"{"flight_search":{"departure_airport_id":25,"arrival_airport_id":66,"airline_id":5678}}"#
        ),
    ])
    func `the author says which values are of a mapping`(
        mode: Int, expected: String
    ) throws {
        let writer = try ObjectWriter(Self.searches(isTold: true), root: "flight_search")
        let bytes = try writer.jsonBytes(for: Search(mode: mode))
        #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }

    @Test func `or of none`() throws {
        let writer = try ObjectWriter(Self.searches(isTold: true), root: "flight_search")
        let error = caught(MappingError.self) { _ = try writer.document(for: Search(mode: 3)) }
        #expect(error?.code == .noMapping)
    }

    @Test func `indistinguishable mappings for one type are a problem`() {
        let error = caught(MappingPlanError.self) {
            _ = try ObjectWriter(Self.searches(isTold: false))
        }
        #expect(
            error?.problems.map(\.description) == [
                "Search: several mappings are for Search: 'ByNumber', 'ByPlace'; say with 'from' "
                    + "of add(_:as:from:) which values are of each"
            ])
        #expect(error?.problems.map(\.code) == [.matcher])
    }

    @Test func `mappings without a key are a problem where keys tell values apart`() {
        var vehicles = Self.vehicles()
        vehicles.forcesCollectionMapping = true
        let error = caught(MappingPlanError.self) { _ = try ObjectWriter(vehicles) }
        #expect(error?.problems.map(\.mapping) == ["Car", "Plane"])
        #expect(error?.problems.map(\.code) == [.path, .path])
    }

    @Test func `a mapping that no matcher names writes nothing`() throws {
        var animals = Self.animals()
        var dogs = ObjectMapping { Dog() }
        dogs.addAttributeMapping(from: "tricks", to: \.tricks)
        animals.add(dogs, as: { $0 })
        let text = String(
            decoding: try ObjectWriter(animals).jsonBytes(for: Dog("d")), as: UTF8.self)
        #expect(text == #"{"name":"d"}"#)
    }
}
