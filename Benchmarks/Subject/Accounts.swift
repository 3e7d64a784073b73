import Mercator

/// Small records with a number, of which a store has many.
enum Accounts {
    struct Account: Entity {
        let accountID = Attribute<Int64>("accountID")
        let email = Attribute<String?>("email")
        let city = Attribute<String?>("city")
        let balance = Attribute<Int64?>("balance")
    }

    /// The operation that maps a page of accounts.
    static func operation() throws -> MappingOperation {
        let model = try ManagedObjectModel(Account.self)
        var accounts = EntityMapping(for: Account.self)
        accounts.addAttributeMappings([
            "id": "accountID", "email": "email", "city": "city", "balance": "balance",
        ])
        let mappings = MappingSet([accounts], roots: ["accounts": "Account"])
        return MappingOperation(try MappingPlan(mappings, for: model))
    }

    /// A payload of accounts.
    static func page(_ ids: some Sequence<Int>) -> [UInt8] {
        let records = ids.map { id in
            var random = RandomNumbers(seed: id &* 2_654_435_761 &+ 5)
            let city = random.pick(Vocabulary.words)
            return """
                {"id":\(id),"email":"\(city).\(id)@example.com","city":"\(city)",\
                "balance":\(random.number(0...90_000))}
                """
        }
        return Array(#"{"accounts":[\#(records.joined(separator: ","))]}"#.utf8)
    }

    /// Which accounts of a payload a store has already.
    enum Share: String, CaseIterable {
        case new = "all new"
        case few = "1 % known"
        case known = "all known"

        /// How many accounts a payload has.
        static let pageCount = 1000

        /// The accounts of a payload for a store that has those from 1 to a number.
        func ids(stored: Int) -> [Int] {
            let known =
                switch self {
                case .new: 0
                case .few: Self.pageCount / 100
                case .known: Self.pageCount
                }
            let step = max(1, stored / max(1, known))
            return (0..<known).map { 1 + $0 * step % stored }
                + (0..<(Self.pageCount - known)).map { stored + 1 + $0 }
        }
    }
}
