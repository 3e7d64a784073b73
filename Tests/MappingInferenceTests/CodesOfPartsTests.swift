import MappingInference
import ObjectGraph
import Testing

@Suite("Codes of parts, whole numbers, values of two kinds")
struct CodesOfPartsTests {
    private func orders(_ sku: (Int, Int) -> String, _ rest: String = "") -> String {
        let orders = (0..<12).map { order in
            let lines = (0..<2).map { #"{"sku":"\#(sku(order, $0))","qty":\#(order + $0)}"# }
            return #"{"id":\#(order),"lines":[\#(lines.joined(separator: ","))]}"#
        }
        return #"{"orders":[\#(orders.joined(separator: ","))]\#(rest)}"#
    }

    @Test func `a code of a part is no identity, but offered`() throws {
        let inferred = try Inferred(orders { "S\($0)-\($1)" })
        #expect(inferred.entities == ["Line", "Order orderID"])
        let offered = inferred.mapping.decisions.filter { !$0.isApplied && $0.subject == "Line" }
        #expect(offered.map(\.override) == ["--id Line=sku"])
    }

    @Test func `a code that other records refer to is one`() throws {
        let references = (0..<12).map { #"{"id":\#($0),"sku":"S\#($0)-0"}"# }
        let inferred = try Inferred(
            orders({ "S\($0)-\($1)" }, #","picks":[\#(references.joined(separator: ","))]"#))
        #expect(inferred.entity("Line")?.identification == ["sku"])
    }

    @Test func `a code at the top is one`() throws {
        let records = (0..<25).map { #"{"sku":"S\#($0)","qty":\#($0 % 3)}"# }
        let inferred = try Inferred(
            "[\(records.joined(separator: ","))]", named: "products.json")
        #expect(inferred.entities == ["Product sku"])
    }

    @Test func `a number with a fraction of zero is the whole number`() throws {
        let inferred = try Inferred(#"[{"id":1.0,"n":1.0},{"id":2.00,"n":2.0},{"id":3,"n":3.5}]"#)
        #expect(inferred.entities == ["Page pageID"])
        #expect(inferred["Page.pageID"]?.type == .integer64)
        #expect(inferred["Page.n"]?.type == .double)
        #expect(try inferred.rows("Page", ["pageID"]) == ["1", "2", "3"])
        let fractions = try Inferred(#"[{"id":1.0,"n":1},{"id":2.5,"n":2}]"#)
        #expect(fractions.entities == ["Page position+sourceName"])
    }

    @Test func `objects among scalars are left out once, or mapped as parts`() throws {
        let records = (0..<100).map {
            #"{"id":\#($0),"x":\#($0 < 90 ? "\($0)" : #"{"a":\#($0),"b":2}"#)}"#
        }
        let text = "[\(records.joined(separator: ","))]"
        let inferred = try Inferred(text)
        #expect(inferred.mapping.leftovers.map(\.path) == ["[].x"])
        let parts = try Inferred(text) { $0.corrections.parts = ["[].x"] }
        #expect(parts.relationships.count == 1)
        #expect(parts.mapping.leftovers.map(\.count) == [90])
    }
}
