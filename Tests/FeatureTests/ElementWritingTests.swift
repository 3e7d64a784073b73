import Foundation
import Mercator
import TestSupport
import Testing

/// Elements of arrays and dictionaries are written like attributes of their type.
@Suite("Writing elements")
struct ElementWritingTests {
    struct Box<Content: AttributeValue & Equatable>: Sendable {
        var content: Content
    }

    /// Returns the written forms of a stored object and of a plain value.
    private func expectWritten<Content: AttributeValue & Equatable>(
        _ content: Content, as json: String, _ kind: StoreKind
    ) throws {
        let load = try Holder<Content>.load(try Holder<Content>.model())
        try kind.withContainer(load.plan.model) { container in
            let payload = #"{"n":1,"v":\#(json)}"#
            #expect(try load.run(payload, in: container).issues == [])
            #expect(try Holder<Content>.contents(in: container) == [1: content])
            let writer = try RepresentationWriter(load.plan, mapping: "Holder")
            let written = try container.perform { context in
                try writer.jsonBytes(for: try context.fetch(Holder<Content>.self)[0])
            }
            #expect(String(decoding: written, as: UTF8.self) == payload)
            #expect(try load.run(written, in: container).total.updated == 0)
        }
        var boxes = ObjectMapping(Box(content: content), named: "Box")
        boxes.addAttributeMapping(from: "v", to: \.content)
        let plain = try ObjectWriter(boxes).jsonBytes(for: Box(content: content))
        #expect(String(decoding: plain, as: UTF8.self) == #"{"v":\#(json)}"#)
    }

    @Test(arguments: StoreKind.allCases)
    func `with no more digits than they have`(kind: StoreKind) throws {
        try expectWritten(Float(0.1), as: "0.1", kind)
        try expectWritten([Float(0.1), -2.5, 1e-3], as: "[0.1,-2.5,0.001]", kind)
        try expectWritten([Float(0.1), nil], as: "[0.1,null]", kind)
        try expectWritten([[Float(3.4e38)]], as: "[[3.4e+38]]", kind)
        try expectWritten(["a": Float(0.7)], as: #"{"a":0.7}"#, kind)
        try expectWritten(["a": [Float(16_777_216)]], as: #"{"a":[16777216.0]}"#, kind)
        try expectWritten([0.1, 0.30000000000000004], as: "[0.1,0.30000000000000004]", kind)
    }

    @Test(arguments: StoreKind.allCases)
    func `in the form that is read`(kind: StoreKind) throws {
        try expectWritten([Data("hi".utf8)], as: #"["aGk="]"#, kind)
        try expectWritten(["a": [UInt8](arrayLiteral: 104, 105)], as: #"{"a":"aGk="}"#, kind)
        try expectWritten([Decimal(string: "0.10")], as: #"["0.1"]"#, kind)
        try expectWritten([true, false], as: "[true,false]", kind)
        try expectWritten([Timestamp(seconds: 0)], as: #"["1970-01-01T00:00:00Z"]"#, kind)
    }
}
