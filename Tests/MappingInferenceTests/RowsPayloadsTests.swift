import EntityMapper
import MappingFiles
import MappingInference
import ObjectGraph
import Testing

@Suite("Payloads: services and feeds")
struct RowsPayloadsTests {
    @Test func `a search for statuses`() throws {
        let inferred = try RealPayloads.inferred("made/statuses.json")
        #expect(
            inferred.entities == [
                "Hashtag text", "Media mediaID", "Status statusID", "Url url", "User userID",
            ])
        #expect(inferred.places("Status") == ["statuses[]", "statuses[].retweeted_status"])
        #expect(inferred.places("User").count == 4)
        #expect(
            inferred.relationships.filter { $0.hasPrefix("Status.") } == [
                "Status.hashtags**→Hashtag", "Status.media**→Media",
                "Status.retweetedStatus→Status", "Status.urls**→Url",
                "Status.userMentions**→User", "Status.user→User",
            ])
        #expect(
            inferred.connections == [
                "Media.sourceStatusID→Status 0.6", "Status.inReplyToStatusID→Status 0.6",
                "Status.inReplyToUserID→User 0.9",
            ])
        #expect(inferred["Status.createdAt"]?.type.rawValue == "date")
        #expect(inferred.leftovers(.twin).contains("statuses[].user.id_str"))
        #expect(inferred.leftovers(.unknownType).contains("statuses[].geo"))
        #expect(inferred.leftovers(.position).contains("statuses[].entities.urls[].indices"))
        #expect(inferred.leftovers(.besideRecords).contains("search_metadata.count"))
        #expect(try inferred.objects()["User"] == 9)
    }

    @Test func `a list of events`() throws {
        let inferred = try RealPayloads.inferred("made/events.json")
        for entity in [
            "Comment commentID", "Commit sha", "Event eventID", "Issue issueID", "Org orgID",
            "Page sha", "Repo repoID", "User userID",
        ] {
            #expect(inferred.entities.contains(entity), "\(entity) of \(inferred.entities)")
        }
        #expect(inferred.entity(at: "[].payload.forkee") != nil)
        #expect(
            Set(inferred.relationships).isSuperset(of: [
                "Event.actor→User", "Event.repo→Repo", "Event.org→Org", "Event.commits**→Commit",
                "Event.issue→Issue", "Event.comment→Comment",
            ]))
        #expect(inferred.places("User").contains("[].payload.issue.assignee"))
        #expect(inferred.connections.count <= 1)
        #expect(inferred.possible.contains { $0.hasPrefix("Event.payloadHead→Commit") })
        #expect(try inferred.objects()["Event"] == 42)
    }

    @Test func `six arrays with overlapping identities`() throws {
        let inferred = try RealPayloads.inferred("jsonplaceholder.json")
        #expect(
            inferred.entities == [
                "Album albumID", "Comment commentID", "Photo photoID", "Post postID",
                "Todo todoID", "User userID",
            ])
        #expect(inferred.relationships == [])
        #expect(
            inferred.connections == [
                "Album.userID→User 1.0", "Comment.postID→Post 1.0", "Photo.albumID→Album 1.0",
                "Post.userID→User 1.0", "Todo.userID→User 1.0",
            ])
        #expect(inferred["User.addressGeoLat"]?.type.rawValue == "string")
        #expect(
            inferred["User.addressGeoLat"]?.hint?.contains("--type User.addressGeoLat=double")
                == true)
        #expect(
            try inferred.objects() == [
                "Album": 100, "Comment": 500, "Photo": 200, "Post": 100, "Todo": 200, "User": 10,
            ])
    }

    @Test func `seven files of wrapped records`() throws {
        let inferred = try RealPayloads.inferred("swapi")
        #expect(
            inferred.entities == [
                "Film filmID", "Person personID", "Planet planetID", "Species speciesID",
                "Starship starshipID", "Transport transportID", "Vehicle vehicleID",
            ])
        #expect(inferred.relationships == [])
        #expect(
            inferred.connections == [
                "Film.planetIDs→Planet 1.0", "Film.speciesIDs→Species 1.0",
                "Film.starshipIDs→Starship 1.0", "Film.vehicleIDs→Vehicle 1.0",
                "Species.personIDs→Person 1.0",
            ])
        #expect(inferred.possible.contains("Film.characters→Person 0.45"))
        #expect(inferred.possible.contains("Person.homeworld→Planet 0.45"))
        #expect(inferred["Film.edited"]?.type.rawValue == "date")
        #expect(try inferred.objects()["Transport"] == 75)
    }

    @Test func `carts with links, and reviews as parts`() throws {
        let inferred = try RealPayloads.inferred("dummyjson")
        #expect(
            inferred.entities == [
                "Cart cartID", "CartProduct", "Comment commentID", "Post postID",
                "Product productID", "Review", "Todo todoID", "User userID",
            ])
        #expect(
            inferred.relationships == [
                "Cart.cartProducts**→CartProduct", "CartProduct.product→Product",
                "Comment.user→User", "Product.reviews**→Review",
            ])
        #expect(
            inferred.connections == [
                "Cart.userID→User 1.0", "Comment.postID→Post 1.0", "Post.userID→User 0.98",
                "Todo.userID→User 0.98",
            ])
        #expect(Set(inferred.attributes("CartProduct")).isSuperset(of: ["quantity", "total"]))
        #expect(inferred.possible.contains { $0.hasPrefix("Review.reviewerEmail→User") })
        #expect(inferred["Product.tags"]?.type.rawValue == "array")
        #expect(inferred["Product.metaCreatedAt"]?.type.rawValue == "date")
        let objects = try inferred.objects()
        #expect(objects["CartProduct"] == 413)
        #expect(objects["Review"] == 582)
    }

    @Test func `evolutions are summaries of species`() throws {
        let inferred = try RealPayloads.inferred("quicktype/pokedex.json")
        #expect(inferred.entities == ["Pokemon num"])
        #expect(inferred.places("Pokemon").count == 3)
        #expect(
            inferred.relationships == [
                "Pokemon.nextEvolutions**→Pokemon", "Pokemon.prevEvolutions**→Pokemon",
            ])
        #expect(inferred.connections == [])
        #expect(inferred["Pokemon.height"]?.type.rawValue == "string")
        #expect(inferred["Pokemon.weaknesses"]?.type.rawValue == "array")
        #expect(try inferred.objects() == ["Pokemon": 151])
    }

    @Test func `wrapped posts with images`() throws {
        let inferred = try RealPayloads.inferred("quicktype/reddit.json")
        #expect(inferred.entity(at: "data.children[]") != nil)
        #expect(inferred.entities.contains("Image imageID"))
        #expect(inferred.relationships.contains { $0.contains(".images*") })
        #expect(inferred.relationships.contains { $0.hasPrefix("Image.resolutions*") })
        #expect(inferred.connections == [])
        #expect(inferred["Reddit.createdUtc"]?.type.rawValue == "date")
        #expect(inferred.attributes("Reddit").contains("previewEnabled"))
        #expect(inferred.leftovers(.besideRecords).contains("data.after"))
        #expect(inferred.leftovers(.unknownType).contains("data.children[].data.likes"))
        #expect(try inferred.objects()["Reddit"] == 26)
    }

    @Test func `senators without an identity of their own`() throws {
        let inferred = try RealPayloads.inferred("quicktype/us-senators.json")
        #expect(inferred.mapping.entities.map(\.name).contains("Senator"))
        #expect(inferred.mapping.entities.count <= 2)
        #expect(inferred.leftovers(.besideRecords).contains("meta.limit"))
        #expect(inferred["Senator.startdate"]?.type.rawValue == "date")
        #expect(inferred["Senator.congressNumbers"]?.type.rawValue == "array")
        #expect(inferred["Senator.party"]?.hint?.contains("one of") == true)
        #expect(inferred.connections == [])
        #expect(try inferred.objects()["Senator"] == 100)
    }
}
