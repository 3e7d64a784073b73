import Mercator
import TestSupport
import Testing

/// The operators between properties, each on every store.
@Suite("Operators of set changes")
struct SetChangeOperatorTests {
    struct Ledger: Entity {
        let first = Attribute<Int>()
        let second = Attribute<Int>()
        let third = Attribute<Int?>()
        let fourth = Attribute<Int?>()
        let fifth = Attribute<Int>(default: 0)
        let none = Attribute<Int?>()
        let text = Attribute<String>()
        let other = Attribute<String>()
        let note = Attribute<String?>()
        let label = Attribute<String?>()
    }

    @Test("numbers and texts of an object are combined", arguments: StoreKind.everyKind)
    func operators(kind: StoreKind) throws {
        try kind.withContainer(ManagedObjectModel(Ledger.self)) { container in
            try container.write { context in
                let ledger = context.insert(Ledger.self)
                (ledger.first, ledger.second, ledger.third, ledger.fourth) = (5, 3, 2, 7)
                (ledger.text, ledger.other) = ("a", "b")
                (ledger.note, ledger.label) = ("n", "l")
            }
            let count = try container.update(Ledger.self) {
                [
                    $0.first.set(to: $0.first - 1), $0.second.set(to: $0.first - $0.second),
                    $0.third.set(to: $0.third + $0.fourth), $0.fourth.set(to: $0.third - $0.fourth),
                    $0.fifth.set(to: $0.none ?? $0.first), $0.text.set(to: $0.text + $0.other),
                    $0.note.set(to: $0.note + "!"), $0.label.set(to: "<" + $0.label),
                ]
            }
            #expect(count == 1)
            let values = try container.read { context in
                let ledger = try #require(try context.first(Ledger.self))
                return "\(ledger.first) \(ledger.second) \(ledger.third ?? 0) "
                    + "\(ledger.fourth ?? 0) \(ledger.fifth) \(ledger.text) "
                    + "\(ledger.note ?? "") \(ledger.label ?? "")"
            }
            #expect(values == "4 2 9 -5 5 ab n! <l")
        }
    }
}
