import Mercator
import Testing

@Suite("Plain values")
struct PlainValuesTests {
    struct User: Sendable, Equatable {
        var userID = 0
        var name: String?
        var city: String?
        var isSelected = false
        var friends: [User] = []

        static let mapping: ObjectMapping<User> = {
            var users = ObjectMapping(User())
            users.addAttributeMapping(from: "id", to: \.userID)
            users.addAttributeMapping(from: "name", to: \.name)
            users.addAttributeMapping(from: "address.city", to: \.city)
            users.addRelationshipMapping(from: "friends", to: \.friends, using: { mapping })
            return users
        }()
    }

    private let payload = Array(
        #"""
        {"users": [
          {"id": "31337", "name": "Blake", "address": {"city": "Carrboro"},
           "friends": [{"id": 187, "name": "Jeremy"}, null]},
          {"id": "seven", "name": "Rachit"}
        ]}
        """#.utf8)

    @Test func `representations become values`() throws {
        let texts = try Guide("Guides/PlainValues.md").texts
        let result = try User.mapping.run(payload, at: "users")
        let names = result.values.map { $0.name ?? "" }  // ["Blake"]
        let friends = result.first?.friends.map(\.userID)  // [187]
        let issues = result.issues.map(\.description).joined(separator: "\n")
        #expect(names == ["Blake"])
        #expect(friends == [187])
        #expect(issues == texts[0])
        #expect(result.first?.city == "Carrboro")
    }

    struct Place: Sendable, Equatable {
        var tags: Set<String> = []
        var coordinate: Coordinate?
    }

    struct Coordinate: Sendable, Equatable {
        var latitude = 0.0
        var longitude = 0.0
    }

    @Test func `nested values come from texts and from the representation itself`() throws {
        var tags = ObjectMapping("", named: "Tag")
        tags.addAttributeMapping(from: "", to: \.self)

        var coordinates = ObjectMapping(Coordinate())
        coordinates.addAttributeMapping(from: "latitude", to: \.latitude)
        coordinates.addAttributeMapping(from: "longitude", to: \.longitude)

        var places = ObjectMapping(Place())
        places.addRelationshipMapping(from: "tags", to: \.tags, using: tags)
        places.addRelationshipMapping(from: "", to: \.coordinate, using: coordinates)
        let payload = #"""
            {"tags": ["swift", "sql"], "latitude": 35.9, "longitude": -79.1}
            """#
        let place = try #require(try places.run(payload.utf8).first)
        #expect(place.tags == ["swift", "sql"])
        #expect(place.coordinate == Coordinate(latitude: 35.9, longitude: -79.1))
    }

    @Test func `a value is updated`() throws {
        let document = try PayloadDocument(parsing: #"{"name": "Blake Watters"}"#)
        let user = try User.mapping.map(document, into: User(userID: 31337, isSelected: true))
        let isSelected = user.isSelected  // true
        #expect(isSelected)
        #expect(user.name == "Blake Watters")
    }

    struct Car: Sendable, Equatable {
        var seats = 0
    }

    struct Plane: Sendable, Equatable {
        var wingspan = 0.0
    }

    enum Vehicle: Equatable {
        case car(Car), plane(Plane)
    }

    @Test func `a mapping is chosen for each representation`() throws {
        var cars = ObjectMapping(Car())
        cars.addAttributeMapping(from: "seats", to: \.seats)
        var planes = ObjectMapping(Plane())
        planes.addAttributeMapping(from: "wingspan", to: \.wingspan)

        var vehicles = DynamicObjectMapping<Vehicle>()
        vehicles.add(cars, as: { .car($0) })
        vehicles.add(planes, as: { .plane($0) })
        vehicles.add(.value(at: "type", equals: "car", use: "Car"))
        vehicles.add(.kind(at: "wingspan", is: .number, use: "Plane"))
        let json = #"[{"type": "car", "seats": 5}, {"wingspan": 34.1}]"#
        let garage = try vehicles.run(json.utf8).values
        // [.car(Car(seats: 5)), .plane(Plane(wingspan: 34.1))]
        #expect(garage == [.car(Car(seats: 5)), .plane(Plane(wingspan: 34.1))])
    }

    @Test func `values are written by the mapping that reads them`() throws {
        let texts = try Guide("Guides/PlainValues.md").texts
        let writer = try ObjectWriter(User.mapping, profile: .create, root: "user")
        let friend = User(userID: 187, name: "Jeremy")
        let author = User(userID: 31337, name: "Blake", city: "Carrboro", friends: [friend])
        let body = try writer.jsonBytes(for: author, adding: ["token": "x"])
        #expect(String(decoding: body, as: UTF8.self) == texts[1])
        #expect(try User.mapping.run(body, at: "user").values == [author])
    }

    struct Event: Sendable, Equatable {
        var title = "untitled"
        var start = 0
        var end = 0
    }

    @Test(arguments: [
        (#"{"title": "", "start": 1, "end": 2}"#, ["a title"]),
        (#"{"title": "Party", "start": 2, "end": 1}"#, ["an end after the start"]),
        (#"{"title": "Party", "start": 1, "end": 2}"#, []),
    ])
    func `values and records are validated`(json: String, expected: [String]) throws {
        var events = ObjectMapping(Event())
        events.addAttributeMapping(from: "title", to: \.title) { title in
            title.isEmpty ? .reject("a title") : .accept
        }
        events.addAttributeMapping(from: "start", to: \.start)
        events.addAttributeMapping(from: "end", to: \.end)
        events.recordValidation = ObjectValidation("ends after it starts") { event in
            event[\.start] <= event[\.end] ? .accept : .reject("an end after the start")
        }
        #expect(try events.run(json.utf8).issues.map(\.expected) == expected)
    }

    @Test func `errors of a server are thrown`() throws {
        let texts = try Guide("Guides/PlainValues.md").texts
        var complaint = ""
        let refusal = try PayloadDocument(
            parsing: #"{"errors": [{"message": "No such user"}, {"message": "Go away"}]}"#)
        do {
            try ErrorMessage.mapping().throwErrors(in: refusal, at: "errors")
        } catch let error as ReportedErrors<ErrorMessage> {
            complaint = "\(error)"
        }
        #expect(complaint == texts[2])
    }

    @Test func `a mapping says why`() throws {
        let explanation = try User.mapping.explain(payload, at: "users")
        let summary = explanation["User"]?.properties.map(\.description) ?? []
        #expect(explanation.recordCount == 3)
        #expect(summary[0] == "id → userID: 3 found, 2 set, 1 invalid")
        #expect(summary.contains("address.city → city: 1 found, 2 absent, 1 set"))
    }
}
