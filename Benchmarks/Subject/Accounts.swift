import Mercator

/// Small records with a number, in a store that has many of them.
enum Accounts {
    struct Account: Entity {
        let accountID = Attribute<Int64>("accountID")
        let email = Attribute<String?>("email")
        let city = Attribute<String?>("city")
        let balance = Attribute<Int64?>("balance")
    }

    /// Creates the operation that maps a page of accounts.
    static func operation() throws -> MappingOperation {
        let model = try ManagedObjectModel(Account.self)
        var accounts = EntityMapping(for: Account.self)
        accounts.addAttributeMappings([
            "id": "accountID", "email": "email", "city": "city", "balance": "balance",
        ])
        let mappings = MappingSet([accounts], roots: ["accounts": "Account"])
        return MappingOperation(try MappingPlan(mappings, for: model))
    }

    /// Returns a payload of accounts.
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

    /// The share of a payload's accounts that a store already has.
    enum Share: String, CaseIterable {
        case new = "all new"
        case few = "1 % known"
        case known = "all known"

        /// The number of accounts in a payload.
        static let pageCount = 1000

        /// Returns the account numbers of a payload for a store with accounts from 1 to `stored`.
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
