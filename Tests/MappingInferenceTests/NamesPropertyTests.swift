import MappingInference
import MercatorPayload
import TestSupport
import Testing

@Suite("Names: any key")
struct NamesPropertyTests {
    /// Letters, marks, digits and underscores, a letter or an underscore first.
    static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first,
            first == "_" || first.properties.isIDStart
        else { return false }
        return name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isIDContinue }
    }

    @Test(
        "Names are identifiers of at most 60 characters, unique, in any order",
        arguments: Seeds.upTo(40))
    func anyKeys(seed: UInt64) {
        var numbers = SeededNumbers(state: seed)
        let keys = withoutRepeats((0..<60).map { _ in numbers.text() })
        let kinds: [(String) -> String] = [
            { AttributeName.of(path: [$0]) }, EntityName.of(key:),
            { AttributeName.of(path: ["a", $0]) },
            { RelationshipName.of(path: [$0], isToMany: true) },
            { RelationshipName.of(path: [$0], isToMany: false) },
            {
                RelationshipName.inverse(
                    owner: EntityName.of(key: $0), relationship: AttributeName.of(path: [$0]),
                    isToMany: true, clashes: true)
            },
            { AttributeName.identity(key: "id", entity: EntityName.of(key: $0)) },
        ]
        for name in kinds {
            let claims = keys.map { NameTable.Claim(key: $0, proposals: [name($0)]) }
            var table = NameTable()
            let names = table.claim(claims)
            #expect(Set(names.map { $0.lowercased() }).count == keys.count)
            for name in names {
                #expect(Self.isIdentifier(name), "\(name.debugDescription)")
                #expect(name.count <= 60 && name.utf8.count <= 255)
            }
            let order = Array(claims.indices).shuffled(using: &numbers)
            var other = NameTable()
            #expect(other.claim(order.map { claims[$0] }) == order.map { names[$0] })
        }
        for key in keys {
            #expect(
                (try? PayloadPath(PathText.text([key, key])))?.components
                    == PathText.path([key, key]).components)
            let shown = Sensitivity.masked(example: key, name: "")
            #expect(shown.count <= 40 && !shown.unicodeScalars.contains { $0.value < 0x20 })
        }
    }
}
