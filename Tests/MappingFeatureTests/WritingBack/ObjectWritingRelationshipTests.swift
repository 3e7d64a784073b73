import EntityMapper
import MercatorPayload
import ObjectGraph
import PlainValueMapping
import RepresentationWriting
import Testing

@Suite("Writing nested plain values")
struct ObjectWritingRelationshipTests {
    private static let rows = [
        WritingRow(
            "AC-229", #"{"name":"S","home":{"date":"1970-01-01T00:00:00Z"}}"#,
            set: { ($0.name, $0.home) = ("S", Dwelling(since: Timestamp(seconds: 0))) }
        ) {
            var homes = ObjectMapping(Dwelling())
            homes.addAttributeMapping(from: "date", to: \.since)
            $0.addRelationshipMapping(from: "home", to: \.home, using: homes)
            $0.addAttributeMapping(from: "name", to: \.name)
        },
        WritingRow(
            "AC-247", #"{"name":"B","address":{"city":null,"state":"NC"}}"#,
            set: { ($0.name, $0.home) = ("B", Dwelling(state: "NC")) }
        ) {
            $0.addAttributeMapping(from: "name", to: \.name)
            $0.addRelationshipMapping(from: "address", to: \.home, using: Dwelling.mapping)
        },
        WritingRow(
            "AC-226 AC-248",
            #"{"name":"B","friends":[{"city":"A","state":"a"},{"city":"B","state":"b"}]}"#,
            set: {
                $0.name = "B"
                $0.houses = [Dwelling(city: "A", state: "a"), Dwelling(city: "B", state: "b")]
            }
        ) {
            $0.addAttributeMapping(from: "name", to: \.name)
            $0.addRelationshipMapping(from: "friends", to: \.houses, using: Dwelling.mapping)
        },
        WritingRow(
            "AC-250", #"{"cities":{"eastCoast":[{"city":"B"},{"city":"A"}]}}"#, for: .create,
            set: { $0.houses = [Dwelling(city: "B"), Dwelling(city: "A")] }
        ) {
            $0.addRelationshipMapping(
                from: "cities.eastCoast", to: \.houses, using: Dwelling.mapping)
        },
        WritingRow("mandatory", #"{"o":{"city":"A"}}"#, for: .create, set: { $0.office.city = "A" })
        {
            $0.addRelationshipMapping(from: "o", to: \.office, using: Dwelling.mapping)
        },
        WritingRow("nil", #"{"home":null,"places":null,"houses":[]}"#) {
            $0.addRelationshipMapping(from: "home", to: \.home, using: Dwelling.mapping)
            $0.addRelationshipMapping(from: "places", to: \.places, using: Dwelling.mapping)
            $0.addRelationshipMapping(from: "houses", to: \.houses, using: Dwelling.mapping)
        },
        WritingRow("nil when created", #"{"houses":[]}"#, for: .create) {
            $0.addRelationshipMapping(from: "home", to: \.home, using: Dwelling.mapping)
            $0.addRelationshipMapping(from: "places", to: \.places, using: Dwelling.mapping)
            $0.addRelationshipMapping(from: "houses", to: \.houses, using: Dwelling.mapping)
        },
        WritingRow("nil in no object is no object", #"{"name":null,"home":null}"#) {
            $0.addAttributeMapping(from: "name", to: \.name)
            $0.addAttributeMapping(from: "home.city", to: \.job)
            $0.addRelationshipMapping(from: "home", to: \.home, using: Dwelling.mapping)
        },
        WritingRow("read-only", #"{"id":0}"#, set: { $0.home = Dwelling(city: "A") }) {
            $0.addAttributeMapping(from: "id", to: \.contactID)
            $0.addRelationshipMapping(
                from: "home", to: \.home, using: Dwelling.mapping, isReadOnly: true)
            $0.addRelationshipMapping(
                from: "office", to: \.office, using: { Dwelling.mapping }, isReadOnly: true)
            $0.addRelationshipMapping(
                from: "houses", to: \.houses, using: { Dwelling.mapping }, isReadOnly: true)
            $0.addRelationshipMapping(from: "@root.home", to: \.home, using: Dwelling.mapping)
        },
        WritingRow(
            "from the representation itself", #"{"id":0,"city":"A","state":null}"#,
            set: { $0.home = Dwelling(city: "A") }
        ) {
            $0.addAttributeMapping(from: "id", to: \.contactID)
            $0.addRelationshipMapping(from: "", to: \.home, using: Dwelling.mapping)
        },
        WritingRow("nil from the representation itself", #"{"name":null}"#) {
            $0.addAttributeMapping(from: "name", to: \.name)
            $0.addRelationshipMapping(from: "", to: \.home, using: Dwelling.mapping)
        },
        WritingRow(
            "one of many in the representation itself", #"{"id":0,"city":"A"}"#, for: .create,
            set: { $0.houses = [Dwelling(city: "A")] }
        ) {
            $0.addAttributeMapping(from: "id", to: \.contactID)
            $0.addRelationshipMapping(from: "", to: \.houses, using: Dwelling.mapping)
        },
        WritingRow("none in the representation itself", #"{"id":0}"#) {
            $0.addAttributeMapping(from: "id", to: \.contactID)
            $0.addRelationshipMapping(from: "", to: \.houses, using: Dwelling.mapping)
        },
        WritingRow(
            "members meet", #"{"a":{"name":"B","city":"A"}}"#, for: .create,
            set: { ($0.name, $0.home) = ("B", Dwelling(city: "A")) }
        ) {
            $0.addAttributeMapping(from: "a.name", to: \.name)
            $0.addRelationshipMapping(from: "a", to: \.home, using: Dwelling.mapping)
        },
        WritingRow(
            "keys tell nested values apart", #"{"houses":{"A":{"s":"a"},"B":{"s":null}}}"#,
            set: { $0.houses = [Dwelling(city: "A", state: "a"), Dwelling(city: "B")] }
        ) {
            $0.addRelationshipMapping(from: "houses", to: \.houses, using: keyed)
        },
        WritingRow("no keys", #"{"houses":{},"places":null}"#) {
            $0.addRelationshipMapping(from: "houses", to: \.houses, using: keyed)
            $0.addRelationshipMapping(from: "places", to: \.places, using: keyed)
        },
        WritingRow(
            "sets, in the order of the JSON",
            #"{"tags":["a","b","c"],"seen":[{"city":"A","state":null},{"city":"B","state":null}]}"#,
            set: {
                $0.tags = ["c", "a", "b"]
                $0.visited = [Dwelling(city: "B"), Dwelling(city: "A")]
            }
        ) {
            var tags = ObjectMapping("", named: "Tag")
            tags.addAttributeMapping(from: "", to: \.self)
            $0.addRelationshipMapping(from: "tags", to: \.tags, using: tags)
            $0.addRelationshipMapping(from: "seen", to: \.visited, using: Dwelling.mapping)
        },
    ]

    private static let keyed: ObjectMapping<Dwelling> = {
        var dwellings = ObjectMapping(Dwelling())
        dwellings.forcesCollectionMapping = true
        dwellings.addAttributeMapping(fromKeyOfRepresentationTo: \.city)
        dwellings.addAttributeMapping(from: "{city}.s", to: \.state)
        return dwellings
    }()

    @Test(arguments: rows)
    func `nested values are written in their places`(row: WritingRow) throws { try row.verify() }

    final class Node {
        var name = ""
        var parent: Node?
        var children: [Node] = []

        init(_ name: String, _ children: [Node] = []) {
            self.name = name
            self.children = children
            for child in children { child.parent = self }
        }

        static func mapping(isParentReadOnly: Bool) -> ObjectMapping<Node> {
            var nodes = ObjectMapping { Node("") }
            nodes.addAttributeMapping(from: "name", to: \.name)
            nodes.addRelationshipMapping(
                from: "parent", to: \.parent,
                using: { mapping(isParentReadOnly: isParentReadOnly) },
                isReadOnly: isParentReadOnly)
            nodes.addRelationshipMapping(
                from: "children", to: \.children,
                using: { mapping(isParentReadOnly: isParentReadOnly) })
            return nodes
        }
    }

    @Test func `a cycle of mappings ends where the values end`() throws {
        let writer = try ObjectWriter(Node.mapping(isParentReadOnly: true))
        let shared = Node("c")
        // An instance that occurs several times is not a cycle.
        let text = String(
            decoding: try writer.jsonBytes(for: Node("a", [Node("b", [shared]), shared])),
            as: UTF8.self)
        #expect(
            text == #"{"name":"a","children":[{"name":"b","children":["#
                + #"{"name":"c","children":[]}]},{"name":"c","children":[]}]}"#)
    }

    @Test func `a cycle of instances is an error that says where`() throws {
        let writer = try ObjectWriter(Node.mapping(isParentReadOnly: false))
        let error = caught(MappingError.self) {
            _ = try writer.document(for: [Node("x"), Node("a", [Node("b"), Node("c")])])
        }
        #expect(error?.code == .depthExceeded)
        #expect(
            error?.message == "Node at [1].children[0].parent: expected another instance, found "
                + "one that is being written already, so there would be no end; make the "
                + "relationship that leads back read-only")
    }

    @Test(arguments: [(2, false), (3, true), (0, false)])
    func `there is a limit of depth`(limit: Int, isEnough: Bool) throws {
        let writer = try ObjectWriter(Node.mapping(isParentReadOnly: true), depthLimit: limit)
        let error = caught(MappingError.self) {
            _ = try writer.document(for: Node("a", [Node("b", [Node("c")])]))
        }
        #expect(error?.code == (isEnough ? nil : .depthExceeded))
        let place = limit == 2 ? " at children[0].children[0]" : ""
        let expected =
            "Node\(place): more than \(limit) values inside one another; raise depthLimit, or "
            + "make a relationship on the way read-only"
        #expect(error?.message == (isEnough ? nil : expected))
    }

    @Test func `a long path is shown in part`() throws {
        let writer = try ObjectWriter(Node.mapping(isParentReadOnly: true), depthLimit: 20)
        let chain = (0..<30).reduce(Node("end")) { inner, _ in Node("n", [inner]) }
        let message = caught(MappingError.self) { _ = try writer.document(for: chain) }?.message
        let step = ".children[0]"
        let way = String(repeating: step, count: 8).dropFirst()
        #expect(message?.hasPrefix("Node at \(way)…: more than 20 values") == true)
    }

    final class Journey {
        var stops: Set<Dwelling>? { didSet { changes += 1 } }
        private(set) var changes = 0
    }

    @Test func `an optional set that is read in another order is not set again`() throws {
        var journeys = ObjectMapping { Journey() }
        journeys.addRelationshipMapping(from: "stops", to: \.stops, using: Dwelling.mapping)
        let cities = ["A", "B", "C", "D"].map { #"{"city":"\#($0)"}"# }
        let documents = try [cities, cities.reversed()].map {
            try PayloadDocument(parsing: #"{"stops":[\#($0.joined(separator: ","))]}"#)
        }
        let journey = Journey()
        for document in documents { _ = try journeys.map(document, into: journey) }
        #expect(journey.changes == 1)
        #expect(journey.stops?.count == 4)
    }
}
