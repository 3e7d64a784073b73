import ObjectGraph
import Testing

@Suite("Mistakes in predicates' texts")
struct PredicateFormatErrorTests {
    typealias Code = PredicateFormatError.Code

    /// A text with an error, and the expected code, column and part of the message.
    struct Row: Sendable, CustomTestStringConvertible {
        var format: String
        var code: Code
        var column: Int
        var message: String
        var testDescription: String { format }

        init(_ format: String, _ code: Code, _ column: Int, _ message: String) {
            self.format = format
            self.code = code
            self.column = column
            self.message = message
        }
    }

    private static let words = [
        Row("", .syntax, 1, "expected a value or a name, found the end"),
        Row("age", .syntax, 4, "for a boolean attribute write age == TRUE"),
        Row("age >", .syntax, 6, "expected a value or a name, found the end"),
        Row("age 3", .syntax, 5, "expected an operator such as == or IN, found '3'"),
        Row("name CONTAIN 'a'", .syntax, 6, "did you mean 'CONTAINS'?"),
        Row("name beginwith 'a'", .syntax, 6, "did you mean 'BEGINSWITH'?"),
        Row("TRUEPREDICAT", .syntax, 1, "did you mean 'TRUEPREDICATE'?"),
        Row("ANNY tags.name == 1", .syntax, 1, "did you mean 'ANY'?"),
        Row("a == 1 ADN b == 2", .syntax, 8, "did you mean 'AND'?"),
        Row("(a == 1 ORR b == 2)", .syntax, 9, "expected AND, OR or ')', found 'ORR'"),
        Row("a == 1 AND", .syntax, 11, "found the end"),
        Row("a == 1 b == 2", .syntax, 8, "expected AND, OR or the end, found 'b'"),
        Row("(a == 1", .syntax, 1, "is not closed"), Row("a == 1)", .syntax, 7, "found ')'"),
        Row("a IN (1, 2)", .syntax, 6, "write lists as {1, 2}"),
        Row("a == in", .syntax, 6, "write #in for a property of that name"),
        Row("a. == 1", .syntax, 4, "expected a name, found '=='"),
        Row("a == ;", .syntax, 6, "';' has no meaning here"),
        Row("# == 1", .syntax, 1, "expected a name after '#'"),
        Row(#"a == "\ud800""#, .literal, 7, "'\\ud800' is the first half of a pair"),
        Row(#"a == "\ud800\u0041""#, .literal, 7, "expected '\\udc00' to '\\udfff' next"),
        Row(#"a == "x\udc00""#, .literal, 8, "'\\udc00' is the second half of a pair"),
        Row(#"a == "\u12""#, .literal, 7, "expected four hexadecimal digits"),
        Row("a IN {1, 2", .syntax, 6, "the list is not closed"),
        Row("a IN {1 2}", .syntax, 9, "expected ',' or '}'"),
        Row("a ==[x] 'b'", .syntax, 6, "expected [c], [d], [cd] or [n]"),
        Row("ANY tags WHERE name == 1", .syntax, 16, "expected '('"),
        Row("tags.@count.x == 1", .syntax, 1, "@count comes at the end"),
        Row("@count == 1", .syntax, 1, "expected a relationship before '@count'"),
        Row("größe == 'ä' UND b == 1", .syntax, 14, "found 'UND'"),
    ]

    private static let meanings = [
        Row("1 == 1", .operand, 3, "write TRUEPREDICATE"),
        Row("tags.@count == 'a'", .operand, 13, "@count is compared with whole numbers only"),
        Row("SELF == 1", .operand, 6, "SELF is compared with objects"),
        Row("a < CAST('A/1', 'object')", .operand, 3, "objects have no order"),
        Row("a IN 3", .operand, 6, "expected a list after IN"),
        Row("a BETWEEN {1}", .operand, 11, "a list of two values"),
        Row("a LIKE 3", .operand, 8, "expected a text after this operator"),
        Row("'a' LIKE name", .operand, 5, "expected a property before this operator"),
        Row("a <[c] 'b'", .operand, 3, "options in brackets go with"),
        Row("a IN[c] {'b'}", .operand, 3, "options in brackets go with"),
        Row("a ==[c] 3", .operand, 3, "expected a property and a text"),
        Row("a IN {1, CAST('A/1', 'object')}", .operand, 6, "found a mixture"),
        Row("a IN {b}", .operand, 7, "expected a value or an object"),
        Row("a MATCHES '(b'", .pattern, 11, "character 1 of the regular expression"),
        Row(#"a MATCHES '(b)\\1'"#, .pattern, 11, "backreferences are not supported"),
        Row("a == 'b", .literal, 6, "has no closing '"), Row("a == \"", .literal, 6, "closing \""),
        Row(#"a == 'b\d'"#, .literal, 8, "write \\\\ for a backslash, also in patterns"),
        Row(#"a == '\u12'"#, .literal, 7, "four hexadecimal digits"),
        Row("a == 1e999", .literal, 6, "beyond what a double can be"),
        Row("a == 1" + String(repeating: "1", count: 60), .literal, 6, "more digits"),
        Row("a == CAST('x', 'date')", .literal, 11, "there is no date of this content"),
    ]

    private static let unsupported = [
        Row("SUBQUERY(tags, $t, $t.a == 1).@count > 0", .unsupported, 1, "SUBQUERY(…)"),
        Row("a == FUNCTION(b, 'c')", .unsupported, 6, "FUNCTION(…) is not supported"),
        Row("a == now()", .unsupported, 6, "now(…) is not supported"),
        Row("lowercase(a) == 'b'", .unsupported, 1, "lowercase(…)"),
        Row("a + 1 == 2", .unsupported, 3, "arithmetic"),
        Row("a == 1 + b", .unsupported, 8, "arith"),
        Row("a == -b", .unsupported, 6, "arithmetic"), Row("a ** 2 == 4", .unsupported, 3, "arith"),
        Row("a := 2", .unsupported, 3, "assignments"),
        Row("tags.@median.price > 2", .unsupported, 1, "only @count, @sum"),
        Row("tags.@sum > 2", .syntax, 1, "between a relationship and an attribute"),
        Row("sum(1) > 2", .operand, 5, "expected the path"),
        Row("sum(tags.price > 2", .syntax, 16, "expected ')'"),
        Row("sum(tags.price) > max(tags.price)", .operand, 17, "compared with a value"),
        Row("count(DISTINCT) > 1", .syntax, 15, "expected a value or a name"),
        Row("tags[SIZE] == 2", .unsupported, 5, "write .@count"),
        Row("a ==[cl] 'b'", .unsupported, 6, "no comparison here depends on a language"),
        Row("a == CAST(1, 'NSNumber')", .unsupported, 14, "a CAST to 'NSNumber'"),
    ]

    @Test(arguments: words + meanings + unsupported)
    func `says what is wrong, and at which column`(row: Row) throws {
        let error = try #require(throws: PredicateFormatError.self) {
            _ = try EntityPredicate(format: row.format)
        }
        #expect(error.code == row.code)
        #expect(error.column == row.column)
        #expect(error.message.contains(row.message), "\(error)")
    }

    @Test func `shows the place with a caret`() throws {
        let error = try #require(throws: PredicateFormatError.self) {
            _ = try EntityPredicate(format: "name CONTAIN 'a'")
        }
        #expect(
            error.description == """
                column 6: expected an operator such as == or IN, found 'CONTAIN'; did you mean \
                'CONTAINS'?
                  name CONTAIN 'a'
                       ^
                """)
    }

    @Test func `counts lines, and shows a part of a long one`() throws {
        let long = String(repeating: "a == 1 AND ", count: 50)
        let error = try #require(throws: PredicateFormatError.self) {
            _ = try EntityPredicate(format: "b == 2 OR\n\(long)c ! 3")
        }
        #expect(error.line == 2)
        #expect(error.column == long.count + 3)
        let lines = error.excerpt.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines[0].hasSuffix("AND c ! 3"))
        #expect(lines[0].count < 70)
        #expect(lines[0].dropFirst(lines[1].count - 1).first == "!")
        #expect(error.description.hasPrefix("line 2, column \(error.column): "))
    }

    @Test func `a catch clause can name the kind`() {
        do {
            _ = try EntityPredicate(format: "a == FUNCTION(1)")
            Issue.record("expected an error")
        } catch PredicateFormatError.Code.unsupported {
        } catch {
            Issue.record("expected another code than \(error.code)")
        }
    }
}
