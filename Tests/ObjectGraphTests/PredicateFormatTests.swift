import ObjectGraph
import Testing

@Suite("Predicates from text")
struct PredicateFormatTests {
    /// A text with the predicate that it represents.
    struct Row: Sendable, CustomTestStringConvertible {
        var format: String
        var predicate: EntityPredicate
        var testDescription: String { format }

        init(_ format: String, _ predicate: EntityPredicate) {
            self.format = format
            self.predicate = predicate
        }
    }

    private static let age = PropertyPath("age")
    private static let name = PropertyPath("name")
    private static let anna = ManagedObjectID(entityName: "Person", number: 1)
    private static let ben = ManagedObjectID(entityName: "Person", number: 2)

    private static let comparisons = [
        Row("age = 3", age == 3), Row("age == 3", age == 3), Row("age==3", age == 3),
        Row("age != 3", age != 3), Row("age <> 3", age != 3),
        Row("age < 3", age < 3), Row("age <= 3", age <= 3), Row("age =< 3", age <= 3),
        Row("age > 3", age > 3), Row("age >= 3", age >= 3), Row("age => 3", age >= 3),
        Row("3 == age", age == 3), Row("3 != age", age != 3), Row("3 < age", age > 3),
        Row("3 <= age", age >= 3), Row("3 > age", age < 3), Row("3 >= age", age <= 3),
        Row("age < height", age < PropertyPath("height")),
        Row("age <= height", age <= PropertyPath("height")),
        Row("age >= height", age >= PropertyPath("height")),
        Row(
            "author.name == favourite.name",
            PropertyPath("author.name") == PropertyPath("favourite.name")),
        Row("age IN {1, 2}", age.isIn([1, 2])), Row("age in {}", age.isIn([Int]())),
        Row("name IN {'a', NULL}", name.isIn(["a", String?.none])),
        Row("age BETWEEN {1, 5}", age.isBetween(1, and: 5)),
        Row("age between { -1 , 5 }", age.isBetween(-1, and: 5)),
        Row("age == nil", age == nil), Row("age = NULL", age == nil), Row("NIL == age", age == nil),
        Row("age != nil", age != nil), Row("age <> Null", age != nil),
    ]

    private static let texts = [
        Row("name BEGINSWITH 'a'", name.begins(with: "a")),
        Row("name beginswith[c] 'a'", name.begins(with: "a", .caseInsensitive)),
        Row("name ENDSWITH[d] 'a'", name.ends(with: "a", .diacriticInsensitive)),
        Row(
            "name CONTAINS[cd] 'a'",
            name.contains("a", [.caseInsensitive, .diacriticInsensitive])),
        Row(
            "name Contains[DC] 'a'",
            name.contains("a", [.caseInsensitive, .diacriticInsensitive])),
        Row("name LIKE 'a*'", name.isLike("a*")),
        Row("name LIKE[c] 'a?'", name.isLike("a?", .caseInsensitive)),
        Row("name MATCHES '[a-z]+'", name.matches("[a-z]+")),
        Row("name MATCHES[c] 'a|b'", name.matches("a|b", .caseInsensitive)),
        Row("name ==[c] 'a'", name.equals("a", .caseInsensitive)),
        Row("name =[cd] 'a'", name.equals("a", [.caseInsensitive, .diacriticInsensitive])),
        Row("'a' ==[c] name", name.equals("a", .caseInsensitive)),
        Row("name !=[c] 'a'", !name.equals("a", .caseInsensitive)),
        Row("name <>[c] 'a'", !name.equals("a", .caseInsensitive)),
        Row("name CONTAINS[n] 'a'", name.contains("a")),
    ]

    private static let compounds = [
        Row("TRUEPREDICATE", .true), Row("falsepredicate", .false),
        Row("age > 1 AND age < 5", age > 1 && age < 5),
        Row("age > 1 && age < 5", age > 1 && age < 5),
        Row("age < 1 or age > 5", age < 1 || age > 5),
        Row("age < 1 || age > 5", age < 1 || age > 5),
        Row("NOT age == 1", !(age == 1)), Row("!age == 1", !(age == 1)),
        Row("NOT (age == 1)", !(age == 1)), Row("!(age == 1)", !(age == 1)),
        Row("NOT NOT age == 1", !(!(age == 1))),
        Row("NOT age == 1 AND age == 2", !(age == 1) && age == 2),
        Row("age == 1 OR age == 2 AND age == 3", age == 1 || (age == 2 && age == 3)),
        Row("(age == 1 OR age == 2) AND age == 3", (age == 1 || age == 2) && age == 3),
        Row("((age == 1))", age == 1),
        Row("age == 1 AND age == 2 AND age == 3", .all([age == 1, age == 2, age == 3])),
        Row("age == 1 AND (age == 2 AND age == 3)", .all([age == 1, age == 2, age == 3])),
        Row("age==1OR age==2", age == 1 || age == 2),
    ]

    private static let relationships = [
        Row("ANY tags.name == 'x'", .any(.attribute("tags.name") == "x")),
        Row("some tags.name == 'x'", .any(.attribute("tags.name") == "x")),
        Row("ALL tags.name != 'x'", .all(.attribute("tags.name") != "x")),
        Row("NONE tags.name == 'x'", !.any(.attribute("tags.name") == "x")),
        Row("ANY 'x' == tags.name", .any(.attribute("tags.name") == "x")),
        Row("'x' IN tags.name", .any(.attribute("tags.name") == "x")),
        Row("ANY tags.name IN {'x'}", .any(.attribute("tags.name").isIn(["x"]))),
        Row(
            "ANY (tags.name > 'a' AND tags.name < 'c')",
            .any(.attribute("tags.name") > "a" && .attribute("tags.name") < "c")),
        Row(
            "ANY tags WHERE (name > 'a' AND age < 3)",
            .any("tags", .attribute("name") > "a" && .attribute("age") < 3)),
        Row("ALL author.articles WHERE (TRUEPREDICATE)", .all("author.articles", .true)),
        Row("tags.@count == 0", .relationship("tags").count == 0),
        Row("a.tags.@count > 2", .relationship("a.tags").count > 2),
        Row("2 < tags.@count", .relationship("tags").count > 2),
        Row(
            "tags.@count BETWEEN {1, 3}",
            .relationship("tags").count >= 1 && .relationship("tags").count <= 3),
        Row("tags == nil", .relationship("tags").isNil),
        Row("author == CAST('Person/1', 'object')", .relationship("author") == anna),
        Row("SELF == CAST('Person/1', 'object')", .isObject(anna)),
        Row(
            "self IN {CAST('Person/1', 'object'), CAST('Person/2', 'object')}",
            .isObject(in: [anna, ben])),
        Row("SELF.age == 1", age == 1), Row("SELF IN {}", .isObject(in: [])),
    ]

    private static let literals = [
        Row("age == -12", age == -12), Row("age == - 12", age == -12),
        Row("age == 9223372036854775807", age == Int64.max),
        Row("age == -9223372036854775808", age == Int64.min),
        Row("age == 1e3", age == 1000.0), Row("age == 2.5E-1", age == 0.25),
        Row("open == TRUE", .attribute("open") == true),
        Row("open == yes", .attribute("open") == true),
        Row("open == False", .attribute("open") == false),
        Row("open == NO", .attribute("open") == false),
        Row(#"name == "a'b""#, name == "a'b"), Row(#"name == 'a"b'"#, name == "a\"b"),
        Row(#"name == "a\"b\\c\n\t\r""#, name == "a\"b\\c\n\t\r"),
        Row(#"name == 'it\'s'"#, name == "it's"),
        Row(#"name == '\u00e9\ud83d\ude00'"#, name == "é😀"),
        Row("name == ''", name == ""), Row("name == '%@ $x #y'", name == "%@ $x #y"),
        Row("name == 'e\u{301}'", name == "e\u{301}"),
        Row(
            "list == {1, 'a', {2}}",
            EntityPredicate(.comparison(PropertyPath("list"), .equal, [1, "a", [2]]))),
        Row(
            "map == {'a': {'b': 2}}",
            EntityPredicate(
                .comparison(PropertyPath("map"), .equal, ["a": ["b": 2]]))),
        Row("map == {:}", EntityPredicate(.comparison(PropertyPath("map"), .equal, [:]))),
        Row("body == CAST('00fF', 'data')", .attribute("body") == [UInt8]([0, 255])),
        Row("#in == 1", .attribute("in") == 1), Row("#any.all == 1", .attribute("any.all") == 1),
        Row("#'two words'.x == 1", .attribute("two words.x") == 1),
        Row("größe_2 == 1", .attribute("größe_2") == 1),
        Row("first == 1", .attribute("first") == 1), Row("where == 1", .attribute("where") == 1),
        Row("\n age\t==\r\n1 ", age == 1),
    ]

    @Test(arguments: comparisons + texts + compounds + relationships + literals)
    func `a text means what the typed spelling means`(row: Row) throws {
        #expect(try EntityPredicate(format: row.format) == row.predicate)
    }

    @Test(arguments: comparisons + texts + compounds + relationships + literals)
    func `a predicate is read again from its text`(row: Row) throws {
        let text = row.predicate.description
        #expect(try EntityPredicate(format: text) == row.predicate, "\(text)")
    }

    @Test func `a number with a point is an exact decimal, one with an exponent a double`() throws {
        let exact = try EntityPredicate(format: "price == 0.1")
        #expect(
            exact.node
                == .comparison(PropertyPath("price"), .equal, Value(storedDecimal: "0.1") ?? .null))
        let large = try EntityPredicate(format: "price == 18446744073709551616")
        let number = Value(storedDecimal: "18446744073709551616") ?? .null
        #expect(large.node == .comparison(PropertyPath("price"), .equal, number))
        let binary = try EntityPredicate(format: "price == 1e-1")
        #expect(binary.node == .comparison(PropertyPath("price"), .equal, 0.1))
    }

    @Test(arguments: [
        ("age > 3 && name == 'a'", #"age > 3 AND name == "a""#),
        ("a == 1 AND (b == 2 OR c == 3)", "a == 1 AND (b == 2 OR c == 3)"),
        ("NOT (a == 1 OR b == 2)", "NOT (a == 1 OR b == 2)"),
        ("name ==[CD] 'a'", #"name ==[cd] "a""#),
        ("not author = nil", "author != NULL"),
        ("some tags.name like 'a*'", #"ANY tags.name LIKE "a*""#),
        ("none tags.@count == 1", "NOT ANY tags.@count == 1"),
        ("x == 2.50 or x == 1e1", "x == 2.5 OR x == 10.0e0"),
        ("#select == 1 and #not == 2", "select == 1 AND #not == 2"),
        ("x == CAST('2024-02-29', 'date')", #"x == CAST("2024-02-29T00:00:00Z", "date")"#),
        ("SELF != CAST('Person/7', 'object')", #"SELF != CAST("Person/7", "object")"#),
    ])
    func `prints itself in one spelling`(format: String, text: String) throws {
        #expect(try EntityPredicate(format: format).description == text)
    }
}
