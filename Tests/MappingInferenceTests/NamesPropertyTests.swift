import MappingInference
import Payload
import Testing

@Suite("Names: any key")
struct NamesPropertyTests {
    /// A generator of numbers from a seed.
    struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
            return mixed ^ mixed >> 31
        }

        /// A key of 0 to 1 100 bytes: of all of Unicode, of ASCII, or of few letters.
        mutating func key() -> String {
            let limit = Int.random(in: 0...(Bool.random(using: &self) ? 12 : 1100), using: &self)
            let range: ClosedRange<UInt32> =
                [0...0x10FFFF, 0...0x7F, 0x61...0x63, 0x41...0x7A, 0...0x24FF].randomElement(
                    using: &self) ?? 0...0x7F
            var key = String.UnicodeScalarView()
            var length = 0
            while true {
                guard let scalar = Unicode.Scalar(UInt32.random(in: range, using: &self)) else {
                    continue
                }
                length += scalar.utf8.count
                if length > limit { return String(key) }
                key.append(scalar)
            }
        }
    }

    /// Letters, marks, digits and underscores, a letter or an underscore first.
    static func isIdentifier(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first,
            first == "_" || first.properties.isIDStart
        else { return false }
        return name.unicodeScalars.allSatisfy { $0 == "_" || $0.properties.isIDContinue }
    }

    @Test("Names are identifiers of at most 60 characters, unique, in any order", arguments: 0..<40)
    func anyKeys(seed: UInt64) {
        var numbers = Numbers(state: seed)
        var keys: [String] = []
        var seen: Set<[UInt8]> = []
        for _ in 0..<60 {
            let key = numbers.key()
            if seen.insert(Array(key.utf8)).inserted { keys.append(key) }
        }
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
