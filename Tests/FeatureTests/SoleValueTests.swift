import Mercator
import TestSupport
import Testing

/// A single `Value` is stored as an array of one element, which is visible only to access by name
/// and to other programs.
@Suite("A value that stands alone")
struct SoleValueTests {
    private static let values: [(json: String, value: Value)] = [
        ("7", 7), ("1.5", 1.5), ("true", true), (#""x""#, "x"), ("[]", []), ("[1]", [1]),
        (#"[["a"]]"#, [["a"]]), (#"{"a":[null]}"#, ["a": [.null]]), ("[null]", [.null]),
    ]

    private func withHolders(
        _ kind: StoreKind,
        _ body: @Sendable (MappingOperation, ManagedObjectContext) throws -> Void
    ) throws {
        let model = try Holder<Value?>.model()
        let load = try Holder<Value?>.load(model)
        let records = (Self.values.map(\.json) + ["null"]).enumerated()
            .map { #"{"n":\#($0),"v":\#($1)}"# }
        try kind.withReopening { open throws in
            _ = try load.run("[\(records.joined(separator: ","))]", in: try open(model))
            try open(model).perform { try body(load, $0) }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `is found by what it is, and by its array where names are used`(kind: StoreKind) throws {
        try withHolders(kind) { _, context throws in
            for (number, (json, value)) in Self.values.enumerated() {
                let typed = try context.fetch(Holder<Value?>.self) { $0.content == value }
                #expect(typed.map(\.number) == [Int64(number)], "\(json)")
                #expect(typed.first?.content == value)
                let named = try context.fetch(
                    FetchRequest("Holder", where: .attribute("content") == Value.array([value])))
                #expect(named.map { $0["number"] } == [.integer(Int64(number))], "\(json)")
                #expect(named.first?["content"] == [value])
            }
            let others = try context.fetch(Holder<Value?>.self) { $0.content != Value("x") }
            #expect(others.count == Self.values.count)
            let some = try context.fetch(Holder<Value?>.self) { $0.content.isIn([7, "x", "y"]) }
            #expect(some.map(\.number) == [0, 3])
            let none = try context.fetch(Holder<Value?>.self) { $0.content == nil }
            #expect(none.map(\.number) == [Int64(Self.values.count)])
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `is written as it was read, by every profile`(kind: StoreKind) throws {
        try withHolders(kind) { load, context throws in
            for profile in [RepresentationProfile.create, .update, .patch] {
                let writer = try RepresentationWriter(
                    load.plan, mapping: "Holder", profile: profile)
                for holder in try context.fetch(Holder<Value?>.self) {
                    let number = Int(holder.number)
                    guard number < Self.values.count else { continue }
                    if profile == .patch {
                        holder.content = .string("other")
                        holder.content = Self.values[number].value
                        holder.managedObject["content"] = .array(["other"])
                    }
                    let shown = profile == .patch ? #""other""# : Self.values[number].json
                    let json = String(decoding: try writer.jsonBytes(for: holder), as: UTF8.self)
                    #expect(json.contains(#""v":\#(shown)"#), "\(profile): \(json)")
                }
            }
        }
    }
}
