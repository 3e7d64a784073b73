import EntityMapper
import Foundation
import MercatorPayload
import ObjectGraph
import RepresentationWriting
import Testing
import ValueTransforms

@Suite("Writing attributes")
struct RepresentationAttributeTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let id: String
        var profile = RepresentationProfile.update
        var values: [String: Value] = [:]
        let mapping: @Sendable (inout EntityMapping) -> Void
        let expected: String

        init(
            _ id: String, profile: RepresentationProfile = .update, _ values: [String: Value],
            _ expected: String, _ mapping: @escaping @Sendable (inout EntityMapping) -> Void
        ) {
            self.id = id
            self.profile = profile
            self.values = values
            self.expected = expected
            self.mapping = mapping
        }

        var testDescription: String { id }
    }

    @Test(arguments: StoreKind.allCases, kinds + catalogue + profiles + paths)
    func `an attribute goes where it is read`(kind: StoreKind, row: Row) throws {
        var club = try ClubWriting(kind)
        try club.map("Person", [:], row.mapping)
        let writer = try club.writer(row.profile)
        let json = try club.json(writer) { $0.make("Person", row.values) }
        #expect(json == row.expected)
    }

    private static let epoch = Value.date(Timestamp(uncheckedSeconds: 0, nanoseconds: 0))

    /// Every attribute type in its default form.
    private static let kinds = [
        Row("integer", ["personID": .integer(.max)], #"{"v":9223372036854775807}"#) {
            $0.addAttributeMapping(from: "v", to: "personID")
        },
        Row("string", ["name": "a\"b\né"], #"{"v":"a\"b\né"}"#) {
            $0.addAttributeMapping(from: "v", to: "name")
        },
        Row("url", ["website": "https://a.b/?c=d"], #"{"v":"https://a.b/?c=d"}"#) {
            $0.addAttributeMapping(from: "v", to: "website")
        },
        Row("AC-238 false", ["isActive": false], #"{"v":false}"#) {
            $0.addAttributeMapping(from: "v", to: "isActive")
        },
        Row("AC-232 AC-239 true", ["isActive": true], #"{"v":true}"#) {
            $0.addAttributeMapping(from: "v", to: "isActive")
        },
        Row("decimal", ["balance": .decimal(Decimal(3) / 8)], #"{"v":"0.375"}"#) {
            $0.addAttributeMapping(from: "v", to: "balance")
        },
        Row("AC-221 date", ["born": epoch], #"{"v":"1970-01-01T00:00:00Z"}"#) {
            $0.addAttributeMapping(from: "v", to: "born")
        },
        Row("data", ["picture": .data([0, 255])], #"{"v":"AP8="}"#) {
            $0.addAttributeMapping(from: "v", to: "picture")
        },
        Row("double", ["score": 0.1], #"{"v":0.1}"#) {
            $0.addAttributeMapping(from: "v", to: "score")
        },
        Row("float", ["rate": .double(Double(Float(0.1)))], #"{"v":0.1}"#) {
            $0.addAttributeMapping(from: "v", to: "rate")
        },
        Row("AC-233 array", ["likes": ["a", [1, .null]]], #"{"v":["a",[1,null]]}"#) {
            $0.addAttributeMapping(from: "v", to: "likes")
        },
        Row("dictionary", ["extra": ["b": 1, "a": ["c": true]]], #"{"v":{"a":{"c":true},"b":1}}"#) {
            $0.addAttributeMapping(from: "v", to: "extra")
        },
    ]

    private static let catalogue = [
        Row(
            "AC-220", ["name": "value1", "job": "value2"],
            #"{"key1-form-name":"value1","key2-form-name":"value2"}"#
        ) {
            $0.addAttributeMappings(["key1-form-name": "name", "key2-form-name": "job"])
        },
        Row("AC-224", ["born": epoch], #"{"date-form-name":"01/01/1970"}"#) {
            $0.addAttributeMapping(
                from: "date-form-name", to: "born", using: .date(format: "MM/dd/yyyy"))
        },
        Row("AC-223", ["born": epoch], #"{"date-form-name":"01/01/1970"}"#) {
            $0.defaultTransforms[.date] = .date(format: "MM/dd/yyyy")
            $0.addAttributeMapping(from: "date-form-name", to: "born")
        },
        Row("rule 224", ["name": "x"], #"{"form-name[sub]":"x"}"#) {
            $0.addAttributeMapping(from: "form-name[sub]", to: "name")
        },
        Row("AC-227 AC-242", ["name": "Blake"], #"{"name":"Blake","website":null}"#) {
            $0.addAttributeMappings(["name", "website"])
        },
        Row("AC-235", ["name": "Blake", "job": "H"], #"{"user":{"name":"Blake","job":"H"}}"#) {
            $0.addAttributeMappings(["user.name": "name", "user.job": "job"])
        },
        Row(
            "AC-236", ["name": "Blake", "job": "H"],
            #"{"user":{"anotherKeyPath":{"name":"Blake","another":{"job":"H"}}}}"#
        ) {
            $0.addAttributeMappings([
                "user.anotherKeyPath.name": "name", "user.anotherKeyPath.another.job": "job",
            ])
        },
        Row("AC-241", ["name": "1,2"], #"{"location":{"latitude":"1","longitude":"2"}}"#) {
            $0.addAttributeMapping(from: "location", to: "name", using: location)
        },
        Row("AC-218", ["name": "Blake"], #"{"Blake":{}}"#) {
            $0.addAttributeMapping(fromKeyOfRepresentationTo: "name")
        },
        Row("AC-140", ["name": "Blake", "personID": 12345], #"{"Blake":{"id":12345}}"#) {
            $0.addAttributeMapping(fromKeyOfRepresentationTo: "name")
            $0.addAttributeMapping(from: "{name}.id", to: "personID")
        },
        Row("AC-142", ["name": "Blake", "personID": 12345], #"{"Blake":{"id":12345}}"#) {
            $0.addAttributeMapping(from: "(name).id", to: "personID")
            $0.addAttributeMapping(fromKeyOfRepresentationTo: "name")
        },
        Row("a key of a number", ["personID": 7, "name": "B"], #"{"7":{"n":"B"}}"#) {
            $0.addAttributeMapping(fromKeyOfRepresentationTo: "personID")
            $0.addAttributeMapping(from: "{personID}.n", to: "name")
        },
    ]

    private static let profiles = [
        Row("create leaves nil out", profile: .create, ["name": "B"], #"{"name":"B"}"#) {
            $0.addAttributeMappings(["name": "name", "user.job": "job"])
        },
        Row("update writes nil in nested objects", [:], #"{"user":{"job":null},"name":null}"#) {
            $0.addAttributeMappings(["user.job": "job", "name": "name"])
        },
        Row("create of nothing is an empty object", profile: .create, [:], "{}") {
            $0.addAttributeMappings(["name", "job"])
        },
        Row(
            "a patch of a new object leaves nil out", profile: .patch, ["name": "B"],
            #"{"name":"B"}"#
        ) {
            $0.addAttributeMappings(["name", "job"])
        },
    ]

    private static let paths = [
        Row("escaped keys", ["name": "B"], #"{"a.b":{"@id":"B"}}"#) {
            $0.addAttributeMapping(from: #"a\.b.\@id"#, to: "name")
        },
        Row("the value itself", ["name": "B"], #""B""#) {
            $0.addAttributeMapping(from: "", to: "name")
        },
        Row("the value itself beside others only reads", ["name": "B"], #"{"n":"B"}"#) {
            $0.addAttributeMapping(from: "", to: "extra")
            $0.addAttributeMapping(from: "n", to: "name")
        },
        Row("operators and contexts only read", ["name": "B", "job": "x"], #"{"n":"B"}"#) {
            for path: PayloadPath in ["@parent.id", "@root.id", "@record.id", "@metadata.id"] {
                $0.addAttributeMapping(from: path, to: "job")
            }
            $0.addAttributeMapping(from: "tags.@count", to: "small")
            $0.addAttributeMapping(from: "n", to: "name")
        },
        Row("read-only attributes only read", ["name": "B", "job": "x"], #"{"n":"B"}"#) {
            $0.addAttributeMapping(AttributeMapping(from: "j", to: "job", isReadOnly: true))
            $0.addAttributeMapping(from: "n", to: "name")
        },
        Row("one place, two attributes that agree", ["name": "B", "job": "B"], #"{"n":"B"}"#) {
            $0.addAttributeMapping(from: "n", to: "name")
            $0.addAttributeMapping(from: "n", to: "job")
        },
        Row(
            "an object and what is in it", ["extra": ["a": 1], "name": "B"],
            #"{"e":{"a":1,"n":"B"}}"#
        ) {
            $0.addAttributeMapping(from: "e", to: "extra")
            $0.addAttributeMapping(from: "e.n", to: "name")
        },
        Row("a nil object and nil in it", [:], #"{"e":null}"#) {
            $0.addAttributeMapping(from: "e", to: "extra")
            $0.addAttributeMapping(from: "e.n", to: "name")
        },
        Row("a nil object and something in it", ["name": "B"], #"{"e":{"n":"B"}}"#) {
            $0.addAttributeMapping(from: "e.n", to: "name")
            $0.addAttributeMapping(from: "e", to: "extra")
        },
    ]

    /// Latitude and longitude, stored in one string.
    private static let location = ValueTransform("location") { value in
        guard let latitude = value["latitude"]?.string, let longitude = value["longitude"]?.string
        else { return nil }
        return .string("\(latitude),\(longitude)")
    } reverse: { value in
        guard case .string(let text) = value else { return nil }
        let parts = text.split(separator: ",").map(String.init)
        return ["latitude": .string(parts[0]), "longitude": .string(parts[1])]
    }

    @Test func `members are in the order of the mappings, attributes of others included`() throws {
        var club = try ClubWriting()
        try club.map(
            "Person", ["z": "name", "city": "home.city", "a": "job", "b": "boss.home.city"])
        let json = try club.json(club.writer()) { context in
            let person = context.make("Person", ["name": "B", "job": "H"])
            person[toOne: "home"] = context.make("Address", ["city": "Ghent"])
            return person
        }
        #expect(json == #"{"z":"B","city":"Ghent","a":"H","b":null}"#)
    }

    /// Keys that are equal as Swift strings, but distinct in a payload; a hook requires a tree.
    @Test(arguments: ["\u{E9}", "nested.\u{E9}"], [false, true])
    func `keys are distinguished by their bytes`(path: String, isHooked: Bool) throws {
        let other = path.replacing("\u{E9}", with: "e\u{301}")
        var club = try ClubWriting()
        try club.map(
            "Person", identifiedBy: ["personID"],
            ["id": "personID", try PayloadPath(path): "name", try PayloadPath(other): "job"]
        ) {
            if isHooked { $0.didWrite = WritingHook("nothing") { _, _ in } }
        }
        let members = #""\#u{E9}":"N","e\#u{301}":"J""#
        let payload =
            #"{"id":1,"# + (path == "\u{E9}" ? "\(members)}" : "\"nested\":{\(members)}}")
        // Strings are compared as bytes too.
        #expect(try Array(club.again(payload).utf8) == Array(payload.utf8))
        let lines = try club.bench.lines("Person", "name", "job")
        #expect(lines == [#""N" | "J""#])
    }

    @Test func `a patch leaves out an identification that is nil and did not change`() throws {
        var club = try ClubWriting()
        try club.map("Person", identifiedBy: ["personID"], ["id": "personID", "n": "name"])
        let writer = try club.writer(.patch)
        let text = try club.bench.container.perform { context in
            let person = context.make("Person")
            try context.save()
            person["name"] = "B"
            return try writer.text(for: person)
        }
        #expect(text == #"{"n":"B"}"#)
    }

    @Test(arguments: StoreKind.allCases)
    func `a patch has what changed, and what identifies the object`(kind: StoreKind) throws {
        var club = try ClubWriting(kind)
        try club.map(
            "Person", identifiedBy: ["personID"],
            ["id": "personID", "name": "name", "job": "job", "site": "website", "c": "home.city"]
        ) {
            $0.addAttributeMapping(
                AttributeMapping(from: "s", to: "score", isReadOnly: true))
        }
        let writer = try club.writer(.patch)
        let texts = try club.bench.container.perform { context in
            let person = context.make("Person", ["personID": 7, "name": "B", "website": "a"])
            person[toOne: "home"] = context.make("Address", ["city": "Ghent"])
            try context.save()
            var texts = [try writer.text(for: person)]
            person["name"] = "C"
            person["website"] = .null
            person["score"] = 1
            texts.append(try writer.text(for: person))
            person["name"] = "B"
            person["website"] = "a"
            texts.append(try writer.text(for: person))
            person[toOne: "home"]?["city"] = "Bruges"
            texts.append(try writer.text(for: person))
            person[toOne: "home"] = nil
            texts.append(try writer.text(for: person))
            try context.save()
            texts.append(try writer.text(for: person))
            return texts
        }
        #expect(
            texts == [
                #"{"id":7}"#, #"{"id":7,"name":"C","site":null}"#, #"{"id":7}"#,
                #"{"id":7,"c":"Bruges"}"#, #"{"id":7,"c":null}"#, #"{"id":7}"#,
            ])
    }
}

extension RepresentationWriter {
    /// Returns the written form of an object as a string.
    func text(for object: ManagedObject) throws -> String {
        String(decoding: try jsonBytes(for: object), as: UTF8.self)
    }

    /// Returns the written form of objects as a string.
    func text(for objects: [ManagedObject]) throws -> String {
        String(decoding: try jsonBytes(for: objects), as: UTF8.self)
    }
}
