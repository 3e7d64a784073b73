import EntityMapper
import MappingInference
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Types that are inferred read the values they were inferred from")
struct TypesReadingTests {
    /// Columns of values of which every one has to arrive, as JSON, with the expected type.
    static let columns: [(name: String, values: [String], type: AttributeType)] = [
        ("instants", [#""2014-08-31T00:29:15Z""#, #""2014-08-31T00:29:15.25+02:00""#], .date),
        ("seconds of 60", [#""2016-12-31T23:59:60Z""#, #""2016-12-31T23:59:59Z""#], .date),
        ("days", [#""2014-08-31""#, #""0001-01-01""#, #""9999-12-31""#], .date),
        ("no day", [#""2014-02-30""#, #""2014-02-28""#], .string),
        ("spaced", [#""2014-08-31 00:29:15""#, #""2014-08-31 23:59:59""#], .date),
        ("spaced with fraction", [#""2014-08-31 00:29:15.5""#], .date),
        ("instants and days", [#""2014-08-31""#, #""2014-08-31T00:29:15Z""#], .date),
        ("twitter", [#""Sun Aug 31 00:29:15 +0000 2014""#], .date),
        ("http", [#""Sun, 31 Aug 2014 00:29:15 GMT""#], .date),
        ("http and days", [#""Sun, 31 Aug 2014 00:29:15 GMT""#, #""2014-08-31""#], .date),
        ("months", [#""Aug 31, 2014""#, #""Jan 2, 2014""#, #""Jan 02, 2014""#], .date),
        ("dotNet", [#""/Date(1112715000000+0200)/""#, #""\/Date(-1)\/""#], .date),
        ("day first", [#""13/02/2020""#, #""01/02/2020""#], .date),
        ("month first", [#""02/13/2020""#, #""01/02/2020""#], .date),
        ("no order", [#""02/03/2020""#, #""01/02/2020""#], .string),
        ("both orders", [#""13/02/2020""#, #""02/13/2020""#], .string),
        (
            "uuid",
            [
                #""f81d4fae-7dec-11d0-a765-00a0c91e6bf6""#,
                #""F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6""#,
            ], .uuid
        ),
        ("urls", [#""https://example.com/a?b=c#d""#, #""ftp://x""#], .url),
        ("templates", [#""https://api.example.com/users/x/following{/other_user}""#], .string),
        ("urls with spaces", [#""https://example.com/a b""#], .string),
        ("urls with bars", [#""http://a|b/c""#, #""https://ok.example.com""#], .string),
        ("urls of emoji", [#""https://example.com/😀""#, #""http://x/\u202E""#], .url),
        ("urls of letters", [#""https://müller.example/größe""#], .url),
        (
            "base64", [#""QUJDREVGR0hJSktMTU5PUFFSU1RVVg0K""#, #""QUJDREVGR0hJSktMTU5PUFFSU1RV""#],
            .data
        ),
        ("integers", ["1", "-9223372036854775808", "9223372036854775807", "-0"], .integer64),
        ("big", ["18446744073709551615", "1"], .decimal),
        ("38 digits", [String(repeating: "9", count: 38), "-1"], .decimal),
        ("39 digits", [String(repeating: "9", count: 39), "1"], .string),
        ("doubles", ["0.1", "1e-08", "1E5", "-0.0", "5", "1.7976931348623157e308"], .double),
        ("beyond doubles", ["1e400", "1"], .string),
        ("small and large", ["1e-200", "1e300", "0.5"], .double),
        ("small and exact", ["1e-200", "0.1000000000000000055511151231257827"], .string),
        ("exact", ["0.1000000000000000055511151231257827", "0.5"], .decimal),
        ("2^53", ["9007199254740993", "0.5"], .decimal),
        ("mixed", ["true", "1", #""yes""#, "0.10"], .string),
        ("leading zeros", [#""007""#, #""012""#], .string),
        ("list", ["[1,2]", "[]", "[3]"], .array),
        ("list of all", [#"[1,"a",[{"b":null}],null]"#], .array),
        ("list or one", ["[1,2]", "3"], .array),
        ("created_at", ["1402365600", "1402365600.5"], .date),
        ("updated_at", ["1402365600123", "1402365600124"], .date),
        ("deleted_at", ["0", "1402365600"], .date),
    ]

    @Test("every value arrives", arguments: columns.indices)
    func arrival(index: Int) throws {
        let (name, values, type) = Self.columns[index]
        let records = (0..<12).map { row in
            HostileText.object([("id", "\(row)"), (name, values[row % values.count])])
        }
        let store = try InferredStore("{\"items\":[\(records.joined(separator: ","))]}")
        let mapping = try store.mapping
        let attribute = try #require(mapping.attributeMappings(from: PathText.path([name])).first)
        let found = mapping.entity.attributes.first { $0.name == attribute.destination }
        #expect(found?.type == type, "\(name)")
        let rows = try store.bench.rows(mapping.entity.name, [attribute.destination])
        #expect(rows.count == 12)
        #expect(!rows.contains([.null]), "\(name)")
    }

    @Test("empty texts among dates, UUIDs, URLs and numbers read as nil")
    func emptyTexts() throws {
        for value in [
            #""2014-08-31""#, #""Sun, 31 Aug 2014 00:29:15 GMT""#, "5", "0.5",
            #""f81d4fae-7dec-11d0-a765-00a0c91e6bf6""#, #""https://example.com""#,
        ] {
            let records = (0..<9).map { "{\"id\":\($0),\"x\":\($0 % 3 == 0 ? "\"\"" : value)}" }
            let store = try InferredStore("{\"items\":[\(records.joined(separator: ","))]}")
            let mapping = try store.mapping
            let rows = try store.bench.rows(mapping.entity.name, ["x"])
            #expect(rows.filter { $0 == [.null] }.count == 3, "\(value)")
        }
    }
}
