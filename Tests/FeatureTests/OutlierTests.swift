import Foundation
import Mercator
import TestSupport
import Testing

/// Values that no store can keep: dates outside of the years 1 to 9999, and NaNs.
@Suite("Values that no store can keep")
struct OutlierTests {
    struct Row: Entity {
        let number = Attribute<Int64>("number")
        let date = Attribute<Date?>("date")
        let double = Attribute<Double?>("double")
        let float = Attribute<Float?>("float")
        let decimal = Attribute<Decimal?>("decimal")
        let list = Attribute<[Double?]?>("list")
        let floats = Attribute<[Float]?>("floats")
        let short = Attribute<Int16?>("short")
    }

    struct Outlier: Sendable, CustomStringConvertible {
        let name: String
        let argument: any PredicateArgument & AttributeValue
        /// The position of the outlier relative to stored values: below is -1, above 1, and 0 is
        /// neither.
        let side: Int

        /// Foundation cannot print all of them.
        var description: String {
            let seconds = (argument as? Date)?.timeIntervalSince1970
            return "\(name) \(seconds.map { "\($0)" } ?? "that is none")"
        }

        /// Returns the numbers of the rows that meet a comparison; the first row has no value.
        func rows(_ operation: String) -> [Int64] {
            switch (operation, side) {
            case ("!=", _): [0, 1, 2]
            case ("<", 1), ("<=", 1), (">", -1), (">=", -1): [1, 2]
            default: []
            }
        }
    }

    static let outliers = [
        Outlier(name: "date", argument: Date.distantPast, side: -1),
        Outlier(name: "date", argument: Date(timeIntervalSince1970: -62_135_596_801), side: -1),
        Outlier(name: "date", argument: Date(timeIntervalSince1970: -.infinity), side: -1),
        Outlier(name: "date", argument: Date(timeIntervalSince1970: 253_402_300_800), side: 1),
        Outlier(name: "date", argument: Date(timeIntervalSince1970: 1e300), side: 1),
        Outlier(name: "date", argument: Date(timeIntervalSince1970: .nan), side: 0),
        Outlier(name: "double", argument: Double.nan, side: 0),
        Outlier(name: "double", argument: Double.signalingNaN, side: 0),
        Outlier(name: "float", argument: Float.nan, side: 0),
        Outlier(name: "decimal", argument: Decimal.nan, side: 0),
        Outlier(name: "date", argument: Date?.some(.distantPast), side: -1),
    ]

    private func withRows(
        _ kind: StoreKind, _ body: (PersistentContainer) throws -> Void
    ) throws {
        try kind.withContainer(try ManagedObjectModel(Row.self)) { container in
            try container.perform { context in
                for number in 0...2 {
                    let row = context.insert(Row.self)
                    row.number = Int64(number)
                    guard number > 0 else { continue }
                    row.date = number == 1 ? Timestamp.distantPast.date : .distantFuture
                    row.double = number == 1 ? -.infinity : .infinity
                    (row.float, row.decimal) = (Float(number), Decimal(number))
                }
                try context.save()
            }
            try body(container)
        }
    }

    private func comparisons(
        _ path: PropertyPath, _ value: some AttributeValue & PredicateArgument
    ) throws -> [(String, EntityPredicate)] {
        let format = ["==", "!=", "<", "<=", ">", ">="].map { ($0, "\(path) \($0) %@") }
        let mirrored = [(">", "<"), ("<=", ">="), ("==", "==")].map { ($0, "%@ \($1) \(path)") }
        return [
            ("==", path == value), ("!=", path != value), ("<", path < value),
            ("<=", path <= value), (">", path > value), (">=", path >= value),
            ("==", path.isIn([value])), ("==", path.isBetween(value, and: value)),
        ] + (try (format + mirrored).map { ($0, try EntityPredicate(format: $1, value)) })
    }

    @Test(arguments: StoreKind.allCases, outliers)
    func `comparisons with them have an answer`(kind: StoreKind, outlier: Outlier) throws {
        try withRows(kind) { container in
            let path = PropertyPath(outlier.name)
            for (operation, predicate) in try comparisons(path, outlier.argument) {
                let found = try container.perform { context in
                    try context.fetch(FetchRequest("Row", where: predicate))
                        .compactMap { Int64(attributeValue: $0["number"]) }
                }
                #expect(found.sorted() == outlier.rows(operation), "\(operation): \(predicate)")
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `ranges and lists leave them out`(kind: StoreKind) throws {
        try withRows(kind) { container in
            try container.perform { context in
                let all = try context.fetch(Row.self) { row in
                    row.date.path.isBetween(Date.distantPast, and: Date.distantFuture)
                }
                #expect(all.map(\.number) == [1, 2])
                let listed = try context.fetch(Row.self) {
                    $0.date.isIn([.distantPast, .distantFuture])
                }
                #expect(listed.map(\.number) == [2])
                let empty = try context.fetch(Row.self) { $0.date.isIn([nil, .distantPast]) }
                #expect(empty.map(\.number) == [0])
            }
        }
    }

    struct Early: Entity { let at = Attribute<Date>("at", default: .distantPast) }
    struct Late: Entity {
        let at = Attribute<Date?>("at", default: Date(timeIntervalSince1970: 1e15))
    }
    struct None: Entity { let share = Attribute<Double>("share", default: .nan) }
    struct Nothing: Entity { let price = Attribute<Decimal?>("price", default: .nan) }
    struct Within: Entity { let shares = Attribute<[Float?]>("shares", default: [.nan]) }

    @Test(
        arguments: [
            (Early.self, "Early.at"), (Late.self, "Late.at"), (None.self, "None.share"),
            (Nothing.self, "Nothing.price"), (Within.self, "Within.shares"),
        ] as [(any Entity.Type, String)])
    func `a default that is one is a problem of the model`(
        type: any Entity.Type, place: String
    ) throws {
        do {
            _ = try ManagedObjectModel([type.entityDescription])
            Issue.record("the model was made")
        } catch {
            #expect(error.problems.map(\.code) == [.defaultValue])
            #expect(error.problems.first?.description.hasPrefix(place) == true)
        }
    }

    struct Edit: Sendable, CustomStringConvertible {
        let description: String
        let property: String
        let set: @Sendable (Object<Row>) -> Void

        init(
            _ description: String, _ property: String,
            _ set: @escaping @Sendable (Object<Row>) -> Void
        ) {
            (self.description, self.property, self.set) = (description, property, set)
        }
    }

    static let edits = [
        Edit("a date too early", "date") { $0.date = .distantPast },
        Edit("a date too late", "date") { $0.date = Date(timeIntervalSince1970: 1e12) },
        Edit("no number", "double") { $0.double = .nan },
        Edit("no short number", "float") { $0.float = .nan },
        Edit("no decimal number", "decimal") { $0.decimal = .nan },
        Edit("no number in a list", "list") { $0.list = [1, .nan] },
        Edit("no short number in a list", "floats") { $0.floats = [.nan] },
        Edit("an infinite one in a list", "list") { $0.list = [.infinity] },
        Edit("no number, by name", "double") { $0.managedObject["double"] = .double(.nan) },
        Edit("no decimal, by name", "decimal") { $0.managedObject["decimal"] = .decimal(.nan) },
        Edit("more than 16 bits", "short") { $0.managedObject["short"] = 70_000 },
        Edit("less than 16 bits", "short") { $0.managedObject["short"] = -70_000 },
        Edit("more than a float has", "float") { $0.managedObject["float"] = 1e300 },
        Edit("more digits than a float has", "float") { $0.managedObject["float"] = 16_777_217 },
        Edit("more digits than a double has", "double") {
            $0.managedObject["double"] = 9_007_199_254_740_993
        },
    ]

    @Test(arguments: StoreKind.allCases, edits)
    func `a save refuses what was set, and nothing stops`(kind: StoreKind, edit: Edit) throws {
        try withRows(kind) { container in
            try container.perform { context in
                let row = try #require(try context.fetch(Row.self) { $0.number == 1 }.first)
                edit.set(row)
                let error = #expect(throws: ValidationError.self) { try context.save() }
                #expect(error?.problems.map(\.property) == [edit.property])
                #expect(error?.problems.map(\.code) == [.invalidValue])
                row.managedObject[edit.property] = .null
                try context.save()
            }
            let kept = try container.perform { context in
                try context.fetch(Row.self) { $0.number == 1 }[0].managedObject[edit.property]
            }
            #expect(kept == .null)
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a date that was read can be written`(kind: StoreKind) throws {
        try withRows(kind) { container in
            for instant in [Timestamp.distantPast, .distantFuture] {
                try container.perform { context in
                    let row = try context.fetch(Row.self)[0]
                    row.managedObject["date"] = .date(instant)
                    row.date = row.date
                    try context.save()
                    #expect(row.date?.attributeValue != .null)
                }
            }
        }
    }
}
