import EntityMapper
import MercatorPayload
import ObjectGraph
import RepresentationWriting
import Testing

@Suite("Groot's models of places and trees")
struct GrootShapeTests {
    @Test(arguments: StoreKind.allCases)
    func `paths with a common beginning meet in one object`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.geo())
        let json = """
            [{"id":1,"location":{"lat":41.5,"lon":2.25},"seen_at":"2015-07-19T10:00:00Z"}]
            """
        try groot.loadCleanly(json, into: "Place")
        #expect(try groot.json("Place") == json)
        try groot.loadCleanly(#"{"id": 1, "location": {"lat": null}}"#, into: "Place")
        #expect(try groot.bench.lines("Place", "lat", "lon") == ["nil | 2.25"])
        try groot.loadCleanly(#"{"id": 1, "location": null}"#, into: "Place")
        #expect(try groot.bench.lines("Place", "lat", "lon") == ["nil | 2.25"])
    }

    @Test(arguments: StoreKind.allCases)
    func `what is no date is an issue, and no nil`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.geo())
        #expect(
            try groot.refusalLine(of: #"{"id": 1, "seen_at": "yesterday"}"#, into: "Place")
                == "invalidValue seen seen_at")
    }

    private static let tree = """
        {"id": 1, "title": "root", "children": [
            {"id": 2, "title": "left", "children": [{"id": 4, "title": "leaf"}]},
            {"id": 3, "title": "right"}]}
        """

    @Test(arguments: StoreKind.allCases)
    func `a tree is written from its root, or from a leaf`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.tree())
        try groot.loadCleanly(Self.tree, into: "Node")
        let writer = try RepresentationWriter(groot.plan(for: "Node"), mapping: "Node")
        let texts = try groot.bench.container.perform { context in
            try [1, 4].map { (number: Int64) in
                let request = FetchRequest("Node", where: .attribute("nodeID") == number)
                let node = try context.fetch(request)[0]
                return try String(decoding: writer.jsonBytes(for: node), as: UTF8.self)
            }
        }
        #expect(
            texts == [
                """
                {"id":1,"title":"root","children":[\
                {"id":2,"title":"left","children":[{"id":4,"title":"leaf","children":[]}]},\
                {"id":3,"title":"right","children":[]}],"parent":null}
                """,
                """
                {"id":4,"title":"leaf","children":[],"parent":{"id":2,"title":"left",\
                "parent":{"id":1,"title":"root","parent":null}}}
                """,
            ])
        let before = try groot.bench.content()
        for text in texts { try groot.loadCleanly(text, into: "Node") }
        #expect(try groot.bench.content() == before)
    }

    @Test(arguments: StoreKind.allCases)
    func `children move, and keep the order of the payload`(kind: StoreKind) throws {
        let groot = try GrootBench(kind, GrootModel.tree())
        try groot.loadCleanly(Self.tree, into: "Node")
        try groot.loadCleanly(#"{"id": 1, "children": [3, 4, 2]}"#, into: "Node")
        #expect(
            try groot.bench.lines("Node", "nodeID", "children.nodeID").sorted()
                == ["1 | [3,4,2]", "2 | []", "3 | []", "4 | []"])
        try groot.loadCleanly(#"{"id": 4, "parent": 3}"#, into: "Node")
        #expect(
            try groot.bench.lines("Node", "nodeID", "children.nodeID").sorted()
                == ["1 | [3,2]", "2 | []", "3 | [4]", "4 | []"])
    }
}
