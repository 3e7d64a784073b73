import TestSupport

/// A random model file with parts that no model can have, and the same file without them.
///
/// A line has at most one element, so that the lines of such parts are known. Parts have distinct
/// names and do not affect each other.
struct UnusualModel {
    /// The lines of the file.
    private(set) var lines = [UnusualModel.root]
    /// The lines of the file without the unusual parts.
    private(set) var rest = [UnusualModel.root]
    /// The line numbers of the unusual parts.
    private(set) var unusualLines: Set<Int> = []
    private var random: SeededGenerator
    private var count = 0
    private let entities: [String]

    private static let root = #"<model type="com.apple.IDECoreDataModeler.DataModel">"#

    /// An element of the file and, if it is unusual, its remaining part.
    struct Part {
        let xml: String
        let rest: String?
        let isUnusual: Bool

        init(_ xml: String) {
            (self.xml, rest, isUnusual) = (xml, xml, false)
        }

        init(unusual xml: String, rest: String? = nil) {
            (self.xml, self.rest, isUnusual) = (xml, rest, true)
        }
    }

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...6, using: &random)
        entities = (0..<count).map { "Entity\($0)" }
        for entity in entities.shuffled(using: &random) { add(entity) }
        for _ in 0..<Int.random(in: 0...4, using: &random) { add(unusualTopLevel()) }
        add(Part("</model>"))
    }

    private mutating func add(_ part: Part) {
        lines.append(part.xml)
        if part.isUnusual { unusualLines.insert(lines.count) }
        if let line = part.rest { rest.append(line) }
    }

    private mutating func add(_ parts: [Part]) {
        for part in parts { add(part) }
    }

    private mutating func add(_ entity: String) {
        add(opening(of: entity))
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            if random.chance(0.5) {
                add(usualProperty(of: entity))
            } else {
                add(unusualProperty(of: entity))
            }
        }
        add(Part("</entity>"))
    }

    /// Returns a distinct name.
    private mutating func name() -> String {
        count += 1
        return "p\(count)"
    }

    /// Returns the start tag of an entity; parents have smaller numbers, so that only
    /// intended cycles occur.
    private mutating func opening(of entity: String) -> Part {
        let ancestors = entities.prefix { $0 != entity }
        let usual = "<entity name=\"\(entity)\""
        switch Int.random(in: 0..<6, using: &random) {
        case 0 where !ancestors.isEmpty:
            return Part("\(usual) parentEntity=\"\(random.pick(Array(ancestors)))\">")
        case 1:
            return Part(unusual: "\(usual) parentEntity=\"\(entity)\">", rest: "\(usual)>")
        case 2:
            return Part(unusual: "\(usual) parentEntity=\"Missing\">", rest: "\(usual)>")
        case 3:
            return Part(
                unusual: "\(usual) isAbstract=\"\(random.pick(["yes", "1", ""]))\">",
                rest: "\(usual)>")
        default: return Part("\(usual)>")
        }
    }
}

/// Properties.
extension UnusualModel {
    private mutating func usualProperty(of entity: String) -> [Part] {
        let name = name()
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            let back = self.name()
            return [
                Part(relationship(name, entity, "inverseName=\"\(back)\"")),
                Part(relationship(back, entity, "toMany=\"YES\" inverseName=\"\(name)\"")),
            ]
        case 1:
            return [Part(relationship(name, random.pick(entities), "optional=\"YES\""))]
        case 2:
            return [
                Part(attribute(name, "String", "")),
                Part("<uniquenessConstraints><uniquenessConstraint>"),
                Part("<constraint value=\"\(name)\"/>"),
                Part("</uniquenessConstraint></uniquenessConstraints>"),
            ]
        default:
            let (type, value, _) = random.pick(Self.defaults)
            return [Part(attribute(name, type, "defaultValueString=\"\(value)\""))]
        }
    }

    private mutating func unusualProperty(of entity: String) -> [Part] {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: [unusualRelationship(of: entity)]
        case 1: unusualList(of: entity)
        default: [unusualAttribute()]
        }
    }

    private func attribute(_ name: String, _ type: String, _ rest: String) -> String {
        "<attribute name=\"\(name)\" optional=\"YES\" attributeType=\"\(type)\" \(rest)/>"
    }

    private func relationship(_ name: String, _ destination: String, _ rest: String) -> String {
        "<relationship name=\"\(name)\" destinationEntity=\"\(destination)\" \(rest)/>"
    }

    /// Types with a valid default and invalid ones.
    private static let defaults: [(type: String, value: String, unfit: [String])] = [
        ("Boolean", "YES", ["maybe", "2", "-1", "empy"]),
        ("Integer 16", "7", ["40000", "1.5", "x", "7 "]),
        ("Integer 32", "-7", ["9000000000", "1e3", "#"]),
        ("Integer 64", "0.0", ["9223372036854775808", "--1", "null"]),
        ("Float", "1.5", ["1e300", "nan", "1,5"]), ("Double", "1e10", ["inf", "", "one"]),
        ("Decimal", "1.25", ["1,25", "NaN", "0x1"]),
        ("UUID", Self.uuid, ["7", "empy", Self.uuid + "0"]),
        ("URI", "https://example.org/a?b=c", ["a b", "http://[", "ä"]),
        ("Date", "2012-06-01T10:00:00Z", ["today", "2012-13-01", "0"]),
        ("String", "", []),
    ]

    private static let uuid = "0BE54B84-4A33-4A2A-9B55-6C0A7F4B5C01"

    private mutating func unusualAttribute() -> Part {
        let name = name()
        let usual = attribute(name, "String", "")
        switch Int.random(in: 0..<9, using: &random) {
        case 0:
            let type = random.pick([
                "Integer", "Undefined", "", "Objekt ID", "string", "Integer 128",
            ])
            return Part(unusual: attribute(name, type, ""))
        case 1: return Part(unusual: "<attribute attributeType=\"String\"/>")
        case 2: return Part(unusual: attribute(name + ".a", "String", ""))
        case 3:
            let flag = random.pick(["transient=\"true\"", "indexed=\"\"", "derived=\"No\""])
            return Part(unusual: attribute(name, "String", flag), rest: usual)
        case 4:
            let other = random.pick(["optinal=\"NO\"", "later=\"1\"", "Name=\"b\""])
            return Part(unusual: attribute(name, "String", other), rest: usual)
        case 5:
            let rule = random.pick([
                "minValueString=\"-1\"", "maxValueString=\"long\"", "minDateTimeInterval=\"0\"",
                "regularExpressionString=\"(\"", "regularExpressionString=\"(?=a)\"",
            ])
            return Part(unusual: attribute(name, "String", rule), rest: usual)
        case 6:
            let type = random.pick(["Integer 16", "Double", "Decimal", "Float"])
            return Part(
                unusual: attribute(name, type, "maxValueString=\"1-2\""),
                rest: attribute(name, type, ""))
        default:
            let (type, _, unfit) = random.pick(Self.defaults.filter { !$0.unfit.isEmpty })
            let value = random.pick(unfit.filter { !$0.isEmpty })
            return Part(
                unusual: attribute(name, type, "defaultValueString=\"\(value)\""),
                rest: attribute(name, type, ""))
        }
    }

    private mutating func unusualRelationship(of entity: String) -> Part {
        let name = name()
        let other = random.pick(entities)
        func part(_ attributes: String, rest: String = "") -> Part {
            Part(
                unusual: relationship(name, other, attributes),
                rest: relationship(name, other, rest))
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: return Part(unusual: "<relationship name=\"\(name)\" toMany=\"YES\"/>")
        case 1: return Part(unusual: relationship(name, "Missing", "toMany=\"YES\""))
        case 2: return part("inverseName=\"missing\" inverseEntity=\"\(other)\"")
        case 3: return part("inverseName=\"\(name)\" inverseEntity=\"Missing\"")
        case 4: return part("inverseEntity=\"\(other)\"")
        case 5: return part("deletionRule=\"\(random.pick(["", "cascade", "Nil"]))\"")
        case 6:
            let count = random.pick(["maxCount=\"-1\"", "minCount=\"1.5\"", "maxCount=\"many\""])
            return part("toMany=\"YES\" \(count)", rest: "toMany=\"YES\"")
        default:
            return part(random.pick(["maxCount=\"2\"", "minCount=\"3\"", "ordered=\"YES\""]))
        }
    }

    private mutating func unusualList(of entity: String) -> [Part] {
        let name = name()
        let constraints = [
            "<constraint value=\"missing\"/>", "<constraint/>", "",
            "<constraint value=\"\(name)\"/><constraint value=\"\(name)\"/>",
        ]
        switch Int.random(in: 0..<5, using: &random) {
        case 0, 1:
            return [
                Part(relationship(name, entity, "")), Part("<uniquenessConstraints>"),
                Part(
                    unusual: "<uniquenessConstraint>\(random.pick(constraints))"
                        + "</uniquenessConstraint>"),
                Part("</uniquenessConstraints>"),
            ]
        case 2:
            let element = random.pick([
                "", "order=\"up\" property=\"a\"", "type=\"a\" property=\"a\"",
            ])
            return [
                Part(
                    unusual: "<fetchIndex name=\"\(name)\"><fetchIndexElement \(element)/>"
                        + "</fetchIndex>")
            ]
        case 3:
            let request = random.pick(["", "<fetchRequest/>", "<fetchRequest entity=\"Missing\"/>"])
            return [
                Part(unusual: "<fetchedProperty name=\"\(name)\">\(request)</fetchedProperty>")
            ]
        default: return [Part(unusual: "<\(random.pick(["atribute", "later"])) name=\"a\"/>")]
        }
    }
}

/// Elements other than entities.
extension UnusualModel {
    private mutating func unusualTopLevel() -> [Part] {
        let name = name()
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            let again = random.pick(entities)
            return [
                Part(unusual: "<entity name=\"\(again.uppercased())\" parentEntity=\"Missing\"/>")
            ]
        case 1: return [Part(unusual: "<entity><attribute/></entity>")]
        case 2:
            return [
                Part("<configuration name=\"\(name)\">"),
                Part("<memberEntity name=\"\(random.pick(entities))\"/>"),
                Part(
                    unusual: random.pick(["<memberEntity/>", "<memberEntity name=\"Missing\"/>"])),
                Part("</configuration>"),
                Part(unusual: "<configuration name=\"\(random.pick([name, ""]))\"/>"),
            ]
        case 3:
            let usual = "<fetchRequest name=\"\(name)\" entity=\"\(random.pick(entities))\""
            return [Part(unusual: "\(usual) fetchLimit=\"-1\"/>", rest: "\(usual)/>")]
        case 4: return [Part(unusual: "<fetchRequest name=\"\(name)\" entity=\"Missing\"/>")]
        default: return [Part(unusual: "<later><entity name=\"In\(name)\"/></later>")]
        }
    }
}
