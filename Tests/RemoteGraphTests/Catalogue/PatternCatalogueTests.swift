import EntityMapper
import HTTPValues
import MercatorPayload
import MercatorTesting
import ObjectGraph
import RemoteGraph
import RemotePlanning
import Testing

/// Rows of the catalogue's section 2.Q, and those of 2.N about the paths of descriptors.
///
/// RestKit adds the parameters of a query to the arguments of a path (Q01, Q02, Q05, Q16); here
/// they are read at `@metadata.query.parameters`. Every argument is escaped, so Q08 gives what Q07
/// gives. Only URLs are matched, since a description always has a base: the relative ones of N07,
/// and the missing base of N01 and N02, cannot be expressed.
@Suite("Rows of the catalogue: patterns")
struct PatternCatalogueTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let id: String
        var base = "http://restkit.org"
        let pattern: PathPattern?
        let url: String
        /// The arguments; `nil` if the pattern does not match.
        let arguments: [String: String]?
        var testDescription: String { "\(id): \(url)" }
    }

    private static let organizations = "/api/v1/organizations/"
    private static let category = "/categories/some-category-name/articles/the-article-name"

    static let patterns = [
        Row(
            id: "Q01 (unlike)", pattern: "/this/is/:controllerName/:entityName",
            url: "/this/is/my/backend?foo=bar&this=that",
            arguments: ["controllerName": "my", "entityName": "backend"]),
        Row(
            id: "Q02 (unlike)", pattern: "/bills/:stateID/:session/:billID",
            url: "/bills/tx/82/SB%2014?apikey=GC12d0c6af",
            arguments: ["stateID": "tx", "session": "82", "billID": "SB 14"]),
        Row(id: "Q04", pattern: "/metadata", url: "/metadata", arguments: [:]),
        Row(
            id: "Q05", pattern: "/metadata/:stateID", url: "/metadata?apikey=GC12d0c6af",
            arguments: nil),
        Row(
            id: "Q05 (unlike)", pattern: "/metadata", url: "/metadata?apikey=GC12d0c6af",
            arguments: [:]),
        Row(
            id: "Q11, Q16", pattern: "/api/v1/organizations/",
            url: organizations + "?client_search=t", arguments: [:]),
        Row(
            id: "Q13", pattern: "/api/:version/organizations",
            url: organizations + "?client_search=t", arguments: nil),
        Row(
            id: "Q13", pattern: "/api/:version/organizations", url: organizations, arguments: nil),
        Row(
            id: "rule 253", pattern: "/api/:version/organizations/", url: organizations,
            arguments: ["version": "v1"]),
        Row(
            id: "Q14", pattern: "/api/:version/organizations/:organizationID",
            url: "/api/v1/organizations/1234",
            arguments: ["version": "v1", "organizationID": "1234"]),
        Row(id: "Q17", pattern: "/categories", url: category, arguments: nil),
        Row(id: "Q17", pattern: "/categories/:categoryName", url: category, arguments: nil),
        Row(
            id: "Q17", pattern: "/categories/:categorySlug/articles/:articleSlug", url: category,
            arguments: ["categorySlug": "some-category-name", "articleSlug": "the-article-name"]),
        Row(
            id: "rule 249", pattern: "/directory/:filename\\.json", url: "/directory/a.json",
            arguments: ["filename": "a"]),
    ].map { row in
        Row(
            id: row.id, pattern: row.pattern, url: row.base + row.url, arguments: row.arguments)
    }

    private static let monkeys: PathPattern = "/monkeys/:monkeyID\\.json"
    private static let monkey = ["monkeyID": "1234"]

    static let descriptors = [
        Row(
            id: "N01", pattern: nil, url: "http://restkit.org/monkeys/1234.json", arguments: [:]),
        Row(
            id: "N02, N04", pattern: monkeys, url: "http://restkit.org/monkeys/1234.json",
            arguments: monkey),
        Row(
            id: "N02, N04", pattern: monkeys, url: "http://restkit.org/mismatch", arguments: nil),
        Row(
            id: "N04", pattern: monkeys, url: "http://google.com/monkeys/1234.json",
            arguments: nil),
        Row(
            id: "N04", pattern: monkeys,
            url: "http://restkit.org/monkeys/1234.json?param1=val1&param2=val2",
            arguments: monkey),
        Row(
            id: "N05", base: "http://0.0.0.0:5000", pattern: "/api/v1/organizations/",
            url: "http://0.0.0.0:5000/api/v1/organizations/?client_search=t", arguments: [:]),
        Row(
            id: "N07", base: "http://restkit.org/api/v1", pattern: "monkeys/:monkeyID\\.json",
            url: "http://restkit.org/api/v1/monkeys/1234.json", arguments: monkey),
        Row(
            id: "N07", base: "http://restkit.org/api/v1", pattern: "monkeys/:monkeyID\\.json",
            url: "http://restkit.org/api/v1/mismatch", arguments: nil),
        Row(
            id: "N08 (unlike): a leading slash has no meaning",
            base: "http://domain.com/domain/api/v1/", pattern: "/recommendation/",
            url: "http://domain.com/domain/api/v1/recommendation/", arguments: [:]),
        Row(
            id: "N08", base: "http://domain.com/domain/api/v1/", pattern: "/recommendation/",
            url: "http://domain.com/domain/api/v1/recommendation?action=search", arguments: nil),
        Row(
            id: "N10", pattern: "/api/v1/organizations/",
            url: "http://restkit.org/api/v1/organizations/", arguments: [:]),
        Row(
            id: "N11", base: "http://restkit.org/", pattern: "api/v1/organizations/",
            url: "http://restkit.org/api/v1/organizations/", arguments: [:]),
        Row(
            id: "rule 191: a base without a slash, a pattern with one",
            base: "http://restkit.org/api/v1", pattern: "/organizations/",
            url: "http://restkit.org/api/v1/organizations/", arguments: [:]),
        Row(
            id: "N13", base: "http://restkit.org/api/v1/", pattern: "organizations/",
            url: "http://restkit.org/api/v1/organizations/", arguments: [:]),
        Row(
            id: "N13", base: "http://restkit.org/api/v1/", pattern: "organizations/",
            url: "http://restkit.org/api/v1/organizations/?client_search=s", arguments: [:]),
        Row(
            id: "U23", base: "http://host/api", pattern: "x", url: "http://host/apiv2/x",
            arguments: nil),
        Row(
            id: "U23", base: "http://host/api", pattern: "x", url: "http://HOST:80/api/x",
            arguments: [:]),
    ]

    @Test(arguments: patterns + descriptors)
    func `a descriptor applies to the URLs that its base and its pattern match`(row: Row) throws {
        let remote = try Society.remote { server in
            server.base = row.base
            server.addResponse(ResponseDescriptor(row.pattern, using: "User"))
        }
        guard let arguments = row.arguments else {
            expectError(.noDescriptor) { try remote.responses(to: .get, row.url, status: 200) }
            return
        }
        let choice = try remote.responses(to: .get, row.url, status: 200)
        #expect(choice.parts.map(\.arguments) == [arguments])
        #expect(choice.plan.mappings.roots.map(\.mapping) == ["User"])
    }

    @Test
    func `arguments are escaped, and those of a query belong to the query`()
        throws
    {
        let problem = try problems { server in
            server.addRoute(named: "person", "/people/:group/:name?password=:password")
        }
        #expect(problem == [.pattern])
        let remote = try Society.remote { $0.addRoute(named: "person", "/people/:group/:name") }
        let request = try remote.request(
            named: "person", arguments: ["name": "Joe Bob Briggs", "group": 15],
            query: ["password": "JUICE|BOX&121"])
        #expect(
            request.request.url == Society.base
                + "/people/15/Joe%20Bob%20Briggs?password=JUICE%7CBOX%26121")
    }

    @Test func `the arguments of a request are not escaped`() throws {
        let remote = try Society.remote { $0.addRoute(named: "name", "/names/:name") }
        let request = try remote.request(named: "name", arguments: ["name": "Blake Watters"])
        #expect(request.arguments == ["name": "Blake Watters"])
        #expect(request.request.url == Society.base + "/names/Blake%20Watters")
    }

    @Test func `a parameter without a value is an error`() throws {
        let society = try Society(server: { $0.addRoute(for: "User", "/a/:name") })
        let user = try society.insert("User")
        expectError(.invalidArgument) {
            try society.container.perform { context in
                let user = try #require(try context.object(with: user))
                return try society.plan.request(.get, for: user)
            }
        }
    }
}
