import MappingInference
import Testing

@Suite("Rows: decisions made by hand, and those that fit nothing")
struct RowsCorrectionsTests {
    private static let orders = """
        {"orders":[
        {"id":1001,"currency":"USD","email":"a@x.org","customer":{"id":7,"name":"Ann","age":3}},
        {"id":1002,"currency":"EUR","email":"b@x.org","customer":{"id":8,"name":"Bob","age":4}},
        {"id":1003,"currency":"EUR","email":"a@x.org","customer":{"id":7,"name":"Ann","age":3}}]}
        """

    private func inferred(
        _ change: (inout InferenceCorrections) -> Void
    ) throws -> Inferred {
        try Inferred(Self.orders) { change(&$0.corrections) }
    }

    @Test("an object with an identity is a part on request")
    func part() throws {
        let inferred = try inferred { $0.parts = ["orders[].customer"] }
        #expect(inferred.entities == ["Customer", "Order orderID"])
        #expect(try inferred.objects() == ["Customer": 3, "Order": 3])
    }

    @Test("I4: a link is a part on request")
    func partOfLink() throws {
        let carts = (1...3).map {
            #"{"id":\#($0),"lines":[{"id":70,"price":5,"quantity":\#($0)}]}"#
        }
        let text = #"{"carts":[\#(carts.joined(separator: ","))]}"#
        #expect(try Inferred(text).entities.count == 3)
        let inferred = try Inferred(text) { $0.corrections.parts = ["carts[].lines[]"] }
        #expect(inferred.entities == ["Cart cartID", "Line"])
    }

    @Test("E5: any member divides records on request, and later pages as well")
    func split() throws {
        let inferred = try inferred { $0.splits = [("orders[]", "currency")] }
        // Both kinds, and the abstract entity above them.
        #expect(inferred.entities.filter { $0 != "Customer customerID" }.count == 3)
        #expect(try inferred.objects().filter { $0.key != "Customer" }.values.sorted() == [1, 2])
        let later = try Inferred(Self.orders) { $0.base = inferred.mapping.file }
        #expect(later.entities == inferred.entities)
    }

    @Test(
        "a correction that fits nothing is an error",
        arguments: [
            ("--embed", "--embed orders[]: the elements of a list cannot join its owner"),
            ("--connect", "--connect: Customer has no 'nope'"),
        ])
    func failures(option: String, message: String) throws {
        #expect {
            try inferred { corrections in
                let email = InferenceCorrections.Property(entity: "Order", name: "email")
                if option == "--embed" {
                    corrections.embedded = ["orders[]"]
                } else {
                    corrections.connected = [(email, "Customer", "nope")]
                }
            }
        } throws: {
            "\($0)".contains(message)
        }
    }

    /// A query names entities and attributes, so they have the form that it reads.
    @Test("N: a name that no query can contain is an error", arguments: ["a b", "1st", "x-y", ""])
    func names(name: String) throws {
        let email = InferenceCorrections.Property(entity: "Order", name: "email")
        let corrections: [(InferenceCorrections, String)] = [
            (InferenceCorrections(roots: [("orders[]", name)]), "--root orders[]=\(name): a name"),
            (InferenceCorrections(entities: [("orders[]", name)]), "--entity orders[]=\(name): a"),
            (
                InferenceCorrections(renamed: [(email, name)]),
                "--rename Order.email=\(name): a name"
            ),
        ]
        for (wrong, message) in corrections {
            #expect {
                try inferred { $0 = wrong }
            } throws: {
                "\($0)".contains(message)
            }
        }
    }
}

extension InferenceCorrections {
    fileprivate init(
        roots: [(path: SchemaPath, entity: String?)] = [],
        entities: [(path: SchemaPath, name: String)] = [],
        renamed: [(property: Property, name: String)] = []
    ) {
        self.init()
        (self.roots, self.entities, self.renamed) = (roots, entities, renamed)
    }
}
