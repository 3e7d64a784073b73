import Foundation
import Mercator
import Testing

@Suite("Coming from Core Data")
struct ComingFromCoreDataTests {
    struct Trip: Entity {
        let code = Attribute<String>(from: "code", isIdentity: true)
        let name = Attribute<String>(from: "name", default: "")
        let start = Attribute<Date?>(from: "start")
        let stops = ToMany<Stop>(from: "stops", isOrdered: true, deleteRule: .cascade)
    }

    struct Stop: Entity {
        let stopID = Attribute<Int64>(from: "id")
        let city = Attribute<String>(from: "city", default: "")
        let nights = Attribute<Int>(from: "nights", default: 1)
        let trip = ToOne<Trip>(inverse: \.stops)
    }

    struct ExportedTrip: Encodable {
        var code: String
        var name: String
        var stops: [ExportedStop]
    }

    struct ExportedStop: Encodable {
        var id: Int
        var city: String
    }

    private let file: TemporaryFile

    init() throws { file = try TemporaryFile() }

    /// Returns a container with the trip of the guide.
    private func open() throws -> PersistentContainer {
        let path = file.path
        let container = try PersistentContainer(for: Trip.self, Stop.self, at: path)
        try container.write { context in
            let trip = context.insert(Trip.self)
            trip.code = "N1"
            trip.name = "North"
            for (number, city) in ["Oslo", "Bergen"].enumerated() {
                let stop = context.insert(Stop.self)
                stop.stopID = Int64(number)
                stop.city = city
                stop.trip = trip
            }
        }
        let cities = try container.read { context in
            try context.first(Trip.self) { $0.code == "N1" }?.stops.map(\.city)
        }  // ["Oslo", "Bergen"]
        #expect(cities == ["Oslo", "Bergen"])
        return container
    }

    @Test func `a unit of work is a closure`() throws {
        let container = try open()
        try container.update(Stop.self) { [$0.nights.set(to: 3)] }
        let names = try container.read { context in
            try context.fetch(
                Trip.self, sortedBy: [.descending(\Trip.start)], limit: 20
            ) { trip in
                trip.name.path.begins(with: "n", .caseInsensitive)
                    && .any(trip.stops.nights.path > 2)
            }.map(\.name)
        }
        let sameNames = try container.read { context in
            try context.fetch(
                FetchRequest(
                    "Trip",
                    where: EntityPredicate(
                        format: "name BEGINSWITH[c] %@ AND ANY stops.nights > 2", "n"),
                    sortedBy: [.descending("start")], limit: 20)
            ).map { $0["name"] }
        }
        #expect(names == ["North"])
        #expect(sameNames == ["North"])
    }

    @Test func `a conflict repeats the work`() throws {
        let container = try open()
        try container.perform(retryLimit: 5) { context in
            try context.first(Trip.self) { $0.code == "N1" }?.name = "Far north"
            try context.save()
        }
        #expect(try container.read { try $0.fetch(Trip.self).map(\.name) } == ["Far north"])
    }

    @Test func `batches observe the rules`() throws {
        let container = try open()
        let changed = try container.update(Stop.self, where: { $0.nights == 1 }) {
            [$0.nights.set(to: 2)]
        }  // 2
        let deleted = try container.delete(Stop.self) { $0.city == "Bergen" }  // 1
        #expect(changed == 2)
        #expect(deleted == 1)
        let nights = try container.read { try $0.fetch(Trip.self)[0].stops.map(\.nights) }
        #expect(nights == [2])
    }

    @Test func `objects are moved as values`() throws {
        let container = try open()
        let exported = [
            ExportedTrip(code: "S1", name: "South", stops: [ExportedStop(id: 7, city: "Rome")])
        ]
        let moved = try container.load(encoding: exported, as: Trip.self)
        let inserted = moved.total.inserted  // 2
        #expect(inserted == 2)
        let again = try container.load(encoding: exported, as: Trip.self)
        #expect(again.total.inserted == 0)
    }
}
