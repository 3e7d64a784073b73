import EntityMapper
import MappingFiles
import MappingInference
import ObjectGraph
import Testing

@Suite("Payloads: records, maps and references")
struct RowsPayloads2Tests {
    @Test func `an album is a record, not an envelope`() throws {
        let inferred = try RealPayloads.inferred("quicktype/spotify-album.json")
        #expect(
            inferred.entities == [
                "Album albumID", "Artist artistID", "Copyright", "Image url", "Track trackID",
            ])
        #expect(inferred.places("Artist") == ["artists[]", "tracks.items[].artists[]"])
        #expect(
            inferred.relationships == [
                "Album.artists**→Artist", "Album.copyrights**→Copyright", "Album.images**→Image",
                "Album.tracks**→Track", "Track.artists**→Artist",
            ])
        #expect(inferred.connections == [])
        #expect(inferred["Album.availableMarkets"]?.type.rawValue == "array")
        #expect(inferred.attributes("Album").contains("externalURLsSpotify"))
        #expect(try inferred.objects()["Artist"] == 1)
    }

    @Test func `pairs by key`() throws {
        let inferred = try RealPayloads.inferred("quicktype/coin-pairs.json")
        #expect(inferred.entities == ["Pair key"])
        #expect(inferred.relationships == [] && inferred.connections == [])
        #expect(inferred.leftovers(.besideRecords) == ["server_time"])
        #expect(inferred["Pair.hidden"]?.type.rawValue == "integer64")
        #expect(try inferred.objects() == ["Pair": 226])
    }

    @Test func `eight envelopes of hooks`() throws {
        let inferred = try RealPayloads.inferred("hooks")
        for name in [
            "App", "CheckRun", "CheckSuite", "Installation", "Issue", "Label", "Milestone",
            "PullRequest", "Release", "Repository", "User",
        ] {
            let identity = name.prefix(1).lowercased() + name.dropFirst() + "ID"
            #expect(inferred.entity(name)?.identification == [identity], "\(name)")
        }
        #expect(inferred.places("User").count >= 20)
        let comments = inferred.mapping.entities.filter { $0.name.hasSuffix("Comment") }
        #expect(comments.map(\.records) == [1, 1])
        #expect(
            Set(inferred.relationships).isSuperset(of: [
                "Issue.user→User", "Issue.milestone→Milestone", "PullRequest.user→User",
                "Repository.owner→User", "CheckRun.app→App",
            ]))
        #expect(inferred.relationships.contains("PullRequest.requestedReviewers**→User"))
        #expect(inferred.relationships.contains { $0.hasPrefix("Issue.labels*") })
        #expect(inferred.connections == [])
        #expect(inferred.leftovers(.besideRecords).contains { $0.hasSuffix(":action") })
    }

    @Test func `an entity for each kind of resource`() throws {
        let inferred = try RealPayloads.inferred("stripe")
        #expect((110...260).contains(inferred.mapping.entities.count))
        for name in ["Charge", "Customer", "Coupon", "Invoice", "PaymentIntent", "Refund"] {
            let identity = name.prefix(1).lowercased() + name.dropFirst() + "ID"
            #expect(inferred.entity(name)?.identification == [identity], "\(name)")
        }
        #expect(inferred.places("Customer").contains("resources.deleted_customer"))
        #expect(inferred["Charge.created"]?.type.rawValue == "date")
        let places = Dictionary(
            inferred.mapping.entities.flatMap { entity in
                entity.paths.map { ($0.path, entity.name) }
            }, uniquingKeysWith: { "\($0), \($1)" })
        #expect(places["resources.charge"] == "Charge")
        #expect(places["resources.payout"] == "Payout")
    }

    @Test func `products whose parts have one identity`() throws {
        let inferred = try RealPayloads.inferred("shopify")
        for entity in [
            "Address addressID", "Customer customerID", "Order orderID",
            "Product productID",
        ] {
            #expect(inferred.entities.contains(entity))
        }
        #expect(
            Set(inferred.relationships).isSuperset(of: [
                "Customer.defaultAddress→Address", "Order.customer→Customer",
                "Product.images**→Image", "Product.options**→Option",
                "Product.variants**→Variant",
            ]))
        #expect(
            Set(inferred.connections).isSuperset(of: [
                "Address.customerID→Customer 1.0", "Customer.lastOrderID→Order 0.9",
                "Image.productID→Product 1.0", "Variant.productID→Product 1.0",
            ]))
        #expect(inferred.connections.count <= 5)
        #expect(inferred.entity("Variant")?.identification != ["variantID"])
        #expect(inferred.entity("Image")?.identification != ["imageID"])
        #expect(inferred.attributes("Order").contains("billingAddressCity"))
        #expect(inferred["Variant.price"]?.type.rawValue == "string")
        #expect(try inferred.objects()["Product"] == 4)
        #expect(try inferred.objects()["Variant"] ?? 0 >= 3)
    }

    @Test func `references by URL`() throws {
        let inferred = try RealPayloads.inferred("pokeapi")
        for entity in [
            "Ability url", "EggGroup url", "Generation url", "Language url", "Move url",
            "Pokemon name", "PokemonSpecies name", "Stat url", "Type name", "Version url",
            "VersionGroup url",
        ] {
            #expect(inferred.entities.contains(entity), "\(entity)")
        }
        #expect(inferred.places("Type").count >= 9)
        #expect(inferred.connections == [])
        #expect(inferred.entity("Sprite") == nil)
        #expect(inferred.relationships.contains("PokemonMove.move→Move"))
        #expect(try inferred.objects()["Type"] != nil)
    }

    @Test func `temperatures by year`() throws {
        let inferred = try RealPayloads.inferred("quicktype/us-avg-temperatures.json")
        #expect(inferred.mapping.entities.map(\.identification) == [["key"]])
        #expect(inferred.mapping.entities.map(\.records) == [122])
        #expect(inferred.relationships == [] && inferred.connections == [])
        #expect(inferred.leftovers(.besideRecords).contains("description.title"))
        #expect(inferred["Temperature.key"]?.type.rawValue == "integer64")
        #expect(inferred["Temperature.value"]?.type.rawValue == "string")
    }
}
