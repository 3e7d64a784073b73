package import MappingFiles
import MappingInference
package import ModelGeneration
import ObjectGraph

extension SwiftEnumeration {
    /// Returns the enumerations of a mapping file by property, such as `Article.state`.
    ///
    /// Types are named after entity and attribute; cases are named like attributes.
    package static func all(of file: MappingFile) -> [String: SwiftEnumeration] {
        let names = SwiftNames(file.entities)
        var used: Set<String> = []
        var enumerations: [String: SwiftEnumeration] = [:]
        for entity in file.entities {
            for attribute in entity.declaredAttributes where attribute.type == .string {
                let property = "\(entity.name).\(attribute.name)"
                guard let texts = file.enumerations[property], !texts.isEmpty else { continue }
                let wanted =
                    entity.name + attribute.name.prefix(1).uppercased()
                    + attribute.name.dropFirst()
                let type = names.unusedType(
                    NameLength.shortened(wanted, key: property), beside: used)
                used.insert(type)
                enumerations[property] = SwiftEnumeration(type: type, texts: texts.distinct)
            }
        }
        return enumerations
    }

    /// Reserved members and names that are ambiguous in implicit member expressions.
    ///
    /// All are in lower case.
    private static let taken: Set<String> = [
        "allcases", "attributetype", "attributevalue", "elementvalue", "hash", "hashvalue", "init",
        "isoptionalattribute", "none", "placeholder", "protocol", "rawvalue", "self", "some",
        "type",
    ]

    private init(type: String, texts: [String]) {
        let taken = Self.taken
        var table = NameTable(taken: taken)
        let names = table.claim(
            texts.map { text in
                let name = AttributeName.of(path: [text])
                let isTaken = taken.contains(name.lowercased())
                return NameTable.Claim(key: text, proposals: [isTaken ? name + "Case" : name])
            })
        self.init(
            type: type, cases: zip(names, texts).map { (name: $0, text: $1) },
            otherName: table.claim(
                key: "", proposals: ["unknown", "other", "another", "anyOther"]))
    }
}

extension [String] {
    /// The texts without duplicates, under canonical equivalence.
    fileprivate var distinct: [String] {
        var known: Set<String> = []
        return filter { known.insert($0).inserted }
    }
}
