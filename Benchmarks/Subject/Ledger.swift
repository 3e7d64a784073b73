import Mercator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Payments from a legacy interface in which nearly every value is formatted text.
enum Ledger {
    struct Payment: Entity {
        let paymentID = Attribute<Int64>("paymentID")
        let amount = Attribute<Decimal?>("amount")
        let tax = Attribute<Decimal?>("tax")
        let rate = Attribute<Double?>("rate")
        let quantity = Attribute<Int32?>("quantity")
        let state = Attribute<String?>("state")
        let priority = Attribute<Int64?>("priority")
        let isRefunded = Attribute<Bool?>("isRefunded")
        let code = Attribute<String?>("code")
        let reference = Attribute<UUID?>("reference")
        let receipt = Attribute<Data?>("receipt")
        let bookedAt = Attribute<Timestamp?>("bookedAt")
        let valuedAt = Attribute<Timestamp?>("valuedAt")
        let sentAt = Attribute<Timestamp?>("sentAt")
        let printedAt = Attribute<Timestamp?>("printedAt")
        let createdAt = Attribute<Timestamp?>("createdAt")
        let changedAt = Attribute<Timestamp?>("changedAt")
    }

    /// The state of a payment.
    enum State: String, CaseIterable {
        case draft, pending, settled, disputed, refused
    }

    /// The numbers denoted by the words for urgency.
    static let priorities: KeyValuePairs<String, Int64> = ["low": 1, "normal": 2, "high": 3]

    /// Creates the operation that converts a page of payments.
    static func operation() throws -> MappingOperation {
        var payments = EntityMapping(for: Payment.self)
        // Converts text to numbers, an identifier, a decimal and an instant with the
        // default transforms.
        payments.addAttributeMappings([
            "id": "paymentID", "tax": "tax", "rate": "rate", "quantity": "quantity",
            "reference": "reference", "booked": "bookedAt",
        ])
        for (key, attribute, transform) in transforms {
            payments.addAttributeMapping(from: key, to: attribute, using: transform)
        }
        let model = try ManagedObjectModel(Payment.self)
        let mappings = MappingSet([payments], roots: ["payments": "Payment"])
        return MappingOperation(try MappingPlan(mappings, for: model))
    }

    private static var transforms: [(PayloadPath, String, ValueTransform)] {
        [
            (
                "amount", "amount",
                .number(prefix: "$", groupedBy: ",", fractionDigits: 2)
            ),
            ("state", "state", .enumeration(of: State.self)),
            ("priority", "priority", .enumeration(["low": 1, "normal": 2, "high": 3])),
            ("refunded", "isRefunded", .booleanWords(true: ["yes"], false: ["no"])),
            ("code", "code", uppercased),
            ("receipt", "receipt", .base64),
            ("valued", "valuedAt", .isoDay),
            ("sent", "sentAt", .httpDate),
            ("printed", "printedAt", .date(format: "dd.MM.yyyy HH:mm")),
            ("created", "createdAt", .secondsSince1970),
            ("changed", "changedAt", .millisecondsSince1970),
        ]
    }

    private static let uppercased = ValueTransform("uppercased") { value in
        value.string.map { .string($0.uppercased()) }
    }
}
