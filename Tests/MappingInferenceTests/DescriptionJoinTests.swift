import Foundation
import MappingFiles
import MappingInference
import ObjectGraph
import Testing

@Suite("A description and payloads")
struct DescriptionJoinTests {
    private func joined(_ name: String, _ text: String) throws -> Described {
        let path = Described.folder.appendingPathComponent("petstore.json").path
        return try Described(
            OpenAPIDescription(PayloadSource(path: path)),
            [PayloadSource(name: name, bytes: Array(text.utf8))])
    }

    private static let pets = """
        [{"id": 1, "name": "Rex", "photoUrls": ["a"], "category": {"id": 3, "name": "Dogs"},
          "tags": [{"id": 1, "name": "x"}], "status": "sold", "weight": 3.5},
         {"id": 2, "photoUrls": [], "category": {"id": 3, "name": "Dogs"}, "status": "gone"}]
        """

    @Test func `payloads add attributes, counts and examples to what is described`() throws {
        let described = try joined("page1.json", Self.pets)
        #expect(
            described.entities
                == [
                    "Category categoryID", "Order orderID", "Pet petID", "Tag tagID", "User userID",
                ])
        #expect(
            described.attributes("Pet") == [
                "name: string", "petID: integer64!", "photoURLs: array!", "status: string",
                "weight: double",
            ])
        let pet = try #require(described.mapping.entities.first { $0.name == "Pet" })
        #expect(pet.records == 2)
        #expect(pet.attributes.first { $0.name == "name" }?.example == "Rex")
        #expect(
            described.mapping.file.enumerations["Pet.status"] == ["available", "pending", "sold"])
        #expect(described.mapping.sources.map(\.format) == ["openapi", "json"])
        #expect(described.mapping.routes.count == 5)
    }

    @Test func `each decision says where it came from`() throws {
        let decisions = try joined("page1.json", Self.pets).mapping.decisions
        func origins(_ subject: String) -> Set<InferenceDecision.Origin> {
            Set(decisions.filter { $0.subject == subject }.map(\.origin))
        }
        #expect(origins("Pet") == [.description])
        #expect(origins("Pet.tags") == [.description])
        // The description requires it, and a record lacks it.
        #expect(origins("Pet.name") == [.payloads])
        #expect(decisions.first { $0.rule == "D8" }?.subject == "Pet.name")
        // An identity alone is no likeness to an order.
        let other = try joined("page1.json", #"[{"id": 1, "n": 1}, {"id": 2, "n": 2}]"#)
        #expect(other.entities.contains("Page pageID"))
        #expect(
            other.mapping.decisions.filter { $0.subject == "Page" }.map(\.origin.rawValue)
                == ["from the payloads"])
    }

    @Test func `one object is an object of the entity that arrays have`() throws {
        let described = try joined("one.json", #"{"id": 7, "petId": 1, "quantity": 2}"#)
        #expect(described.mapping.entities.first { $0.name == "Order" }?.records == 1)
        #expect(described.keys("Order") == ["petID → Pet"])
        let ofEach = InferenceDecision.Origin.allCases.map(\.rawValue)
        #expect(Set(ofEach).count == 4)
    }
}
