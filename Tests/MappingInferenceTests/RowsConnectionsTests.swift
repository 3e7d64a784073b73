import EntityMapper
import MappingFiles
import MappingInference
import ObjectGraph
import Testing

@Suite("Rows: relationships and connections")
struct RowsConnectionsTests {
    private func list(_ range: ClosedRange<Int>, _ record: (Int) -> String) -> String {
        "[" + range.map(record).joined(separator: ",") + "]"
    }

    @Test func `a foreign key by name, from one value on`() throws {
        let inferred = try Inferred(#"{"posts":[{"id":1,"userId":2}],"users":[{"id":2}]}"#)
        #expect(inferred.connections == ["Post.userID→User 1.0"])
        #expect(inferred.inverses == ["Post.user→User", "User.posts*→Post"])
    }

    @Test func `a connection to a compound identity is one, over both keys`() throws {
        let inferred = try Inferred(
            """
            {"regions":[{"country":"de","code":"BY","name":"Bayern"},
                        {"country":"de","code":"BE","name":"Berlin"},
                        {"country":"at","code":"BY","name":"Burgenland"},
                        {"country":"at","code":"W","name":"Wien"}],
             "cities":[{"id":1,"country":"de","code":"BY","name":"Munich"},
                       {"id":2,"country":"de","code":"BE","name":"Berlin"},
                       {"id":3,"country":"at","code":"W","name":"Vienna"},
                       {"id":4,"country":"at","code":"X","name":"Graz"}]}
            """
        ) { $0.corrections.identities = [("Region", ["country", "code"])] }
        #expect(inferred.entities.contains("Region code+country"))
        #expect(inferred.connections.count == 1)
        let connection = inferred.entity("City")?.connections.first
        #expect(connection?.destination == "Region")
        #expect(Set(connection?.keys.map(\.source) ?? []) == ["country", "code"])
        #expect(try inferred.objects() == ["City": 4, "Region": 4])
    }

    @Test func `a list of foreign keys is an ordered to-many connection`() throws {
        let inferred = try Inferred(
            #"{"notes":[{"id":9,"tagIds":[3,1]}],"tags":[{"id":1},{"id":3}]}"#)
        #expect(inferred.connections == ["Note.tagIDs→Tag 1.0"])
        #expect(inferred.inverses.contains("Note.tags**→Tag"))
    }

    @Test func `a name without an ending needs all of two values`() throws {
        let statuses = list(1...3) { #"{"id":\#($0),"label":"l\#($0)"}"# }
        func inferred(_ status: (Int) -> Int) throws -> Inferred {
            let notes = list(10...15) { #"{"id":\#($0),"status":\#(status($0))}"# }
            return try Inferred(#"{"notes":\#(notes),"statuses":\#(statuses)}"#)
        }
        #expect(try inferred { $0 % 3 + 1 }.connections == ["Note.statusID→Status 0.9"])
        let one = try inferred { _ in 1 }
        #expect(one.connections == [])
        #expect(one.possible.count == 1 && one.possible[0].hasPrefix("Note.status→Status 0."))
    }

    @Test func `dense integers that match by chance are only possible`() throws {
        let planets = list(1...60) { #"{"id":\#($0),"name":"p\#($0)"}"# }
        let people = list(1...60) { #"{"id":\#($0 + 1000),"homeworld":\#($0 * 7 % 60 + 1)}"# }
        let text = #"{"people":\#(people),"planets":\#(planets)}"#
        let inferred = try Inferred(text)
        #expect(inferred.connections == [])
        #expect(inferred.possible == ["Person.homeworld→Planet 0.45"])
        let connected = try Inferred(text) {
            $0.corrections.connected = [
                (.init(entity: "Person", name: "homeworld"), "Planet", nil)
            ]
        }
        #expect(connected.connections == ["Person.homeworldID→Planet 1.0"])
    }

    @Test func `a parent is another object of the entity`() throws {
        let inferred = try Inferred(
            #"{"folders":[{"id":1,"parent_id":null},{"id":2,"parent_id":1},{"id":3,"parent_id":1}],"#
                + #""employees":[{"EmployeeId":1,"ReportsTo":null},{"EmployeeId":2,"ReportsTo":1},"#
                + #"{"EmployeeId":3,"ReportsTo":1}]}"#)
        #expect(
            inferred.connections.map { $0.prefix { $0 != " " } } == [
                "Employee.reportsToID→Employee", "Folder.parentID→Folder",
            ])
        #expect(inferred.inverses.contains("Folder.children*→Folder"))
        #expect(inferred.inverses.contains("Folder.parent→Folder"))
        #expect(inferred.inverses.contains { $0.hasPrefix("Employee.reports*→") })
    }

    @Test func `an alternate key is found by its values`() throws {
        func inferred(_ found: Int) throws -> Inferred {
            let users = list(1...191) { #"{"id":\#($0),"email":"u\#($0)@x.example"}"# }
            let reviews = list(1...191) {
                #"{"id":\#($0),"reviewerEmail":"\#($0 <= found ? "u" : "v")\#($0)@x.example"}"#
            }
            return try Inferred(#"{"reviews":\#(reviews),"users":\#(users)}"#)
        }
        #expect(try inferred(191).connections == ["Review.reviewerEmailID→User 0.6"])
        let some = try inferred(150)
        #expect(some.connections == [])
        #expect(some.possible.map { $0.prefix { $0 != " " } } == ["Review.reviewerEmail→User"])
    }

    @Test func `keys that both entities identify by tell no direction`() throws {
        func people(_ first: Int, _ name: String) -> String {
            list(1...30) {
                #"{"id":\#(first + $0),"\#(name)":\#($0 % 7),"email":"u\#($0)@x.example"}"#
            }
        }
        let inferred = try Inferred(
            #"{"customers":\#(people(0, "orders")),"employees":\#(people(500, "rank"))}"#)
        #expect(inferred.connections == [])
        #expect(
            inferred.possible.filter { $0.contains("email") } == [
                "Customer.email→Employee 0.45", "Employee.email→Customer 0.45",
            ])
    }

    @Test func `one UUID is enough`() throws {
        let (one, two) = (
            "6fa459ea-ee8a-3ca4-894e-db77e160355e", "7d444840-9dc0-11d1-b245-5ffdce74fad2"
        )
        let inferred = try Inferred(
            #"{"materials":[{"id":1,"image":"\#(one)","map":"\#(two)"}],"#
                + #""images":[{"uuid":"\#(one)","url":"a"}],"textures":[{"uuid":"\#(two)","w":4}]}"#
        )
        #expect(
            inferred.connections == ["Material.imageID→Image 0.8", "Material.mapID→Texture 0.8"])
    }

    @Test func `the last step of a URL is only possible`() throws {
        let customers = list(1...9) { #"{"id":"cus_\#($0)","name":"n\#($0)"}"# }
        let charges = list(1...9) {
            #"{"id":"ch_\#($0)","customer":"/v1/customers/cus_\#($0)"}"#
        }
        let text = #"{"charges":\#(charges),"customers":\#(customers)}"#
        let inferred = try Inferred(text)
        #expect(inferred.connections == [])
        #expect(inferred.possible == ["Charge.customer→Customer 0.5"])
        let connected = try Inferred(text) {
            $0.corrections.connected = [
                (.init(entity: "Charge", name: "customer"), "Customer", nil)
            ]
        }
        #expect(connected.connections == ["Charge.customerID→Customer 1.0"])
        #expect(connected.inverses.contains("Charge.customer→Customer"))
        #expect(connected["Charge.customerID"]?.transform == "lastStep")
        #expect(try connected.rows("Charge", ["customerID"]).first == "cus_1")
        #expect(try connected.linked("Charge", "customer") == 9)
    }

    @Test func `URLs of numbers, with another name, in lists`() throws {
        let planets = list(1...4) { #"{"id":\#($0),"name":"p\#($0)"}"# }
        let people = list(1...4) {
            #"{"id":\#($0 + 100),"home_url":"https://h.example/api/planets/\#($0)/","#
                + #""tags":["/v1/tags/t\#($0)","/v1/tags/t1"]}"#
        }
        let tags = list(1...4) { #"{"id":"t\#($0)","name":"n\#($0)"}"# }
        let text = #"{"people":\#(people),"planets":\#(planets),"tags":\#(tags)}"#
        let inferred = try Inferred(text)
        #expect(inferred.connections == [])
        #expect(inferred.possible == ["Person.homeURL→Planet 0.5", "Person.tags→Tag 0.5"])
        let connected = try Inferred(text) {
            $0.corrections.connected = [
                (.init(entity: "Person", name: "homeURL"), "Planet", nil),
                (.init(entity: "Person", name: "tags"), "Tag", nil),
            ]
        }
        #expect(connected["Person.homeID"]?.type == .integer64)
        #expect(try connected.linked("Person", "home") == 4)
        #expect(try connected.linked("Person", "tags") == 7)
    }

    @Test func `a higher mark applies fewer decisions`() throws {
        let texts = list(1...20) { #"{"id":"k\#($0 * 37)","w":"w\#($0 % 3)"}"# }
        let notes = list(1...20) { #"{"id":\#($0),"place":"k\#($0 * 37)"}"# }
        let text = #"{"notes":\#(notes),"regions":\#(texts)}"#
        #expect(try Inferred(text).connections == ["Note.placeID→Region 0.6"])
        let strict = try Inferred(text) { $0.confidence = 0.9 }
        #expect(strict.connections == [])
        #expect(strict.possible == ["Note.place→Region 0.6"])
        #expect(try strict.objects() == ["Note": 20, "Region": 20])
    }

    @Test func `an order that is that of the identities is none`() throws {
        func inferred(_ orders: [[Int]]) throws -> Inferred {
            let carts = orders.enumerated().map { cart, lines in
                let lines = lines.map { #"{"id":\#(cart * 10 + $0),"n":\#($0)}"# }
                return #"{"id":\#(cart + 1),"lines":[\#(lines.joined(separator: ","))]}"#
            }
            return try Inferred("[\(carts.joined(separator: ","))]", named: "carts.json")
        }
        let sorted = try inferred([[1, 2, 3], [1, 2, 3], [1, 2, 3]])
        #expect(sorted.relationships == ["Cart.lines*→Line"])
        let mixed = try inferred([[1, 2, 3], [3, 1, 2], [1, 2, 3]])
        #expect(mixed.relationships == ["Cart.lines**→Line"])
    }

    @Test func `a tag under two parents is many-to-many`() throws {
        func inferred(_ tag: (Int) -> Int) throws -> Inferred {
            let articles = list(1...3) {
                #"{"id":\#($0),"tags":[{"id":\#(tag($0)),"name":"t\#(tag($0))"}]}"#
            }
            return try Inferred(articles, named: "articles.json")
        }
        #expect(try inferred { $0 }.inverses == ["Tag.article→Article"])
        #expect(try inferred { min($0, 2) }.inverses == ["Tag.articles*→Article"])
    }

    @Test func `a count is no foreign key`() throws {
        let comments = list(1...500) { #"{"id":\#($0),"body":"b\#($0)"}"# }
        let posts = list(1...30) { #"{"id":\#($0),"comment_count":\#($0 % 9 + 1)}"# }
        let inferred = try Inferred(#"{"posts":\#(posts),"comments":\#(comments)}"#)
        #expect(inferred.connections == [])
        #expect(inferred.possible == [])
    }

    @Test func `K2: an id in front says the same as one behind`() throws {
        let inferred = try Inferred(
            #"{"cards":[{"id":"c1","idList":"l2","idMembers":["m1","m2"]}],"#
                + #""lists":[{"id":"l1"},{"id":"l2"}],"members":[{"id":"m1"},{"id":"m2"}]}"#)
        #expect(
            inferred.connections.map { $0.split(separator: "→")[1] } == ["List 1.0", "Member 1.0"])
        #expect(inferred.inverses.contains("Card.list→List"))
        #expect(inferred.inverses.contains("Card.members**→Member"))
    }

    @Test func `K5: texts that are identities of the own entity`() throws {
        let licenses = list(1...30) {
            #"{"id":"L-\#($0)","replaced":\#($0 > 12 ? "null" : "\"L-\($0 + 12)\"")}"#
        }
        let inferred = try Inferred(#"{"licenses":\#(licenses)}"#)
        #expect(inferred.connections == ["License.replacedID→License 0.6"])
    }

    @Test func `a code that other records name identifies`() throws {
        let departments = list(1...12) { #"{"code":"D\#($0 * 7)","name":"n\#($0)"}"# }
        let employees = list(1...24) { #"{"id":\#($0),"dept":"D\#(($0 % 12 + 1) * 7)"}"# }
        let inferred = try Inferred(
            #"{"departments":\#(departments),"employees":\#(employees)}"#)
        #expect(inferred.entities == ["Department code", "Employee employeeID"])
        #expect(inferred.connections == ["Employee.deptID→Department 0.6"])
    }

    @Test func `K4: a name alone connects to sparse identities`() throws {
        let inferred = try Inferred(
            #"{"notes":[{"id":1,"owner_user_id":70000004}],"#
                + #""users":[{"id":70000001},{"id":70000002}]}"#)
        #expect(inferred.connections == ["Note.ownerUserID→User 0.6"])
        let dense = try Inferred(
            #"{"notes":[{"id":1,"user_id":4}],"users":[{"id":1},{"id":2}]}"#)
        #expect(dense.connections == [])
        #expect(dense.possible == ["Note.userID→User 0.5"])
    }

    @Test func `K5: long keys with the name of a role connect to the one entity that has them`()
        throws
    {
        func page(_ users: String, _ keys: (Int) -> Int) -> String {
            let tickets = (1...4).map { #"{"id":\#($0),"requester_id":\#(keys($0)),"title":"t"}"# }
            return #"{"tickets":[\#(tickets.joined(separator: ","))],"users":[\#(users)]}"#
        }
        let users = (1...3).map { #"{"id":\#(20_978_390 + $0),"name":"n\#($0)"}"# }
            .joined(separator: ",")
        #expect(
            try Inferred(page(users) { 20_978_391 + $0 % 3 }).connections
                == ["Ticket.requesterID→User 0.6"])
        // One that is not found, short numbers, and two entities with the values.
        #expect(try Inferred(page(users) { 20_978_391 + $0 }).connections == [])
        let few = (1...3).map { #"{"id":\#($0),"name":"n\#($0)"}"# }.joined(separator: ",")
        #expect(try Inferred(page(few) { 1 + $0 % 3 }).connections == [])
        let two = page(users) { 20_978_391 + $0 % 3 }.dropLast()
        let groups = users.replacing("name", with: "label").replacing(#""n"#, with: #""g"#)
        #expect(try Inferred(two + #","groups":[\#(groups)]}"#).connections == [])
    }

    @Test func `K2: a value that repeats the identity beside it connects to nothing`() throws {
        let tracks = (1...4).map { #"{"uuid":\#($0),"Track ID":\#($0),"n":"a"}"# }
        #expect(
            try Inferred(#"{"tracks":[\#(tracks.joined(separator: ","))]}"#).connections == [])
    }

    @Test func `K4: no name alone connects records to their own entity, but as parent or next`()
        throws
    {
        func columns(_ key: String) -> String {
            let columns = (1...4).map { #"{"id":\#(70000 + $0 * 7),"\#(key)":\#(80000 + $0 * 7)}"# }
            return #"{"columns":[\#(columns.joined(separator: ","))]}"#
        }
        #expect(try Inferred(columns("tableColumnId")).connections == [])
        let next = try Inferred(columns("nextColumnId"))
        #expect(next.connections == ["Column.nextColumnID→Column 0.6"])
    }
}
