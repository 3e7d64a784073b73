import Mercator
import TestSupport
import Testing

@Suite("Relationships that must not be empty")
struct MandatoryRelationshipTests {
    /// `A.items` must not be empty; `B.back`, if it exists, is the inverse.
    enum Kind: String, CaseIterable, CustomStringConvertible {
        case oneWay, manyToMany, manyToManyFromTheOtherEnd, oneToMany, oneToOne

        var description: String { rawValue }

        func model() throws -> ManagedObjectModel {
            let b = EntityDescription("B", relationships: back.map { [$0] } ?? [])
            let a = EntityDescription("A", relationships: [items])
            return try ManagedObjectModel(self == .manyToManyFromTheOtherEnd ? [b, a] : [a, b])
        }

        private var items: RelationshipDescription {
            self == .oneToOne
                ? .toOne("items", "B", isOptional: false)
                : .toMany("items", "B", isOptional: false)
        }

        private var back: RelationshipDescription? {
            switch self {
            case .oneWay: nil
            case .manyToMany, .manyToManyFromTheOtherEnd: .toMany("back", "A", inverse: "items")
            case .oneToMany, .oneToOne: .toOne("back", "A", inverse: "items")
            }
        }
    }

    enum Loss: CaseIterable { case cleared, destinationDeleted, movedAway }

    @Test(arguments: StoreKind.allCases, Kind.allCases)
    func `are checked however they become empty`(store: StoreKind, kind: Kind) throws {
        for loss in Loss.allCases {
            try store.withContainer(kind.model()) { container throws in
                let ids = try container.perform { context throws in
                    let (a, b) = (context.insert("A"), context.insert("B"))
                    Self.set(a, [b], kind)
                    try context.save()
                    return [a.objectID, b.objectID]
                }
                try container.perform { context throws in
                    let objects = try ids.map { try #require(try context.object(with: $0)) }
                    let (a, b) = (objects[0], objects[1])
                    switch loss {
                    case .cleared: Self.set(a, [], kind)
                    case .destinationDeleted: context.delete(b)
                    case .movedAway where kind == .oneWay: Self.set(a, [], kind)
                    case .movedAway:
                        if kind == .oneToMany || kind == .oneToOne {
                            b[toOne: "back"] = nil
                        } else {
                            b[toMany: "back"] = []
                        }
                    }
                    let error = #expect(throws: ValidationError.self) { try context.save() }
                    #expect(
                        error?.problems.map(\.description) == [
                            "A/1 items: an object of B is required"
                        ], "\(loss)")
                    Self.set(a, [context.insert("B")], kind)
                    try context.save()
                }
            }
        }
    }

    private static func set(_ a: ManagedObject, _ items: [ManagedObject], _ kind: Kind) {
        if kind == .oneToOne { a[toOne: "items"] = items.first } else { a[toMany: "items"] = items }
    }
}
