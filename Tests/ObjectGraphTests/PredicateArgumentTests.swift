import Foundation
import ObjectGraph
import Testing

@Suite("Arguments of predicates' texts")
struct PredicateArgumentTests {
    private enum Visibility: String, AttributeValue, PredicateArgument { case everyone, friends }

    private let anna = ManagedObjectID(entityName: "Person", number: 1)
    private let value = PropertyPath("x")

    @Test func `every kind of value stands for %@`() throws {
        let moment = Date(timeIntervalSince1970: 1_000_000)
        let uuid = UUID()
        let number = Decimal(3) / 2
        #expect(try EntityPredicate(format: "x == %@", "a") == (value == "a"))
        #expect(try EntityPredicate(format: "x == %@", "\"' OR 1") == (value == "\"' OR 1"))
        #expect(try EntityPredicate(format: "x == %@", 3) == (value == 3))
        #expect(try EntityPredicate(format: "x == %@", 3.5) == (value == 3.5))
        #expect(try EntityPredicate(format: "x == %@", true) == (value == true))
        #expect(try EntityPredicate(format: "x < %@", moment) == (value < moment))
        #expect(try EntityPredicate(format: "x == %@", uuid) == (value == uuid))
        #expect(try EntityPredicate(format: "x == %@", number) == (value == number))
        #expect(try EntityPredicate(format: "x == %@", [UInt8]([1])) == (value == [UInt8]([1])))
        #expect(try EntityPredicate(format: "x == %@", Visibility.friends) == (value == "friends"))
        #expect(try EntityPredicate(format: "x == %@", Value.integer(1)) == (value == 1))
        #expect(try EntityPredicate(format: "x == %@", String?.none) == (value == nil))
        #expect(try EntityPredicate(format: "x != %@", Value.null) == (value != nil))
    }

    @Test func `lists stand after IN and BETWEEN`() throws {
        #expect(try EntityPredicate(format: "x IN %@", ["a", "b"]) == value.isIn(["a", "b"]))
        #expect(try EntityPredicate(format: "x IN %@", [String]()) == value.isIn([String]()))
        #expect(try EntityPredicate(format: "x IN {%@, %@}", 1, 2) == value.isIn([1, 2]))
        let days = [Date(timeIntervalSince1970: 0), Date(timeIntervalSince1970: 1)]
        #expect(try EntityPredicate(format: "x IN %@", days) == value.isIn(days))
        #expect(
            try EntityPredicate(format: "x BETWEEN %@", days)
                == value.isBetween(days[0], and: days[1]))
    }

    @Test func `objects stand for objects`() throws {
        let ben = ManagedObjectID(entityName: "Person", number: 2)
        let author = PropertyPath("author")
        #expect(try EntityPredicate(format: "author == %@", anna) == (author == anna))
        #expect(try EntityPredicate(format: "%@ != author", anna) == (author != anna))
        #expect(
            try EntityPredicate(format: "author IN %@", [anna, ben]) == author.isIn([anna, ben]))
        #expect(
            try EntityPredicate(format: "author IN %@", [ManagedObjectID]())
                == author.isIn([ManagedObjectID]()))
        #expect(try EntityPredicate(format: "SELF == %@", anna) == .isObject(anna))
        #expect(try EntityPredicate(format: "SELF IN %@", [anna]) == .isObject(in: [anna]))
        let friends: EntityPredicate = .any(.relationship("friends") == anna)
        #expect(try EntityPredicate(format: "ANY friends == %@", anna) == friends)
        #expect(try EntityPredicate(format: "friends CONTAINS %@", anna) == friends)
        #expect(try EntityPredicate(format: "%@ IN friends", anna) == friends)
    }

    @Test func `paths, numbers and variables have places of their own`() throws {
        #expect(try EntityPredicate(format: "%K == %d", "a.b", 1) == (PropertyPath("a.b") == 1))
        #expect(try EntityPredicate(format: "%K > %ld", "and", 1) == (PropertyPath("and") > 1))
        #expect(try EntityPredicate(format: "%K == 1", PropertyPath("x")) == (value == 1))
        #expect(
            try EntityPredicate(format: "a.%K == 1", "b") == (PropertyPath("a.b") == 1))
        #expect(
            try EntityPredicate(format: "%K == 0", "tags.@count")
                == (PropertyPath("tags").count == 0))
        #expect(try EntityPredicate(format: "x > %f", 2.5) == (value > 2.5))
        #expect(
            try EntityPredicate(
                format: "x > $low AND x != $low AND author == $anna", arguments: [],
                variables: ["low": 3, "anna": anna, "unused": true])
                == (value > 3 && value != 3 && PropertyPath("author") == anna))
    }

    @Test(
        arguments: [
            ("x == %@", [], 6, "there is no argument for this place; 0 were given"),
            ("x == %@", [1, 2], 8, "expected 1 arguments, found 2"),
            ("x == %d", ["a"], 6, "expected a whole number for %d"),
            ("x == %d", [.double(1.5)], 6, "expected a whole number for %d"),
            ("x == %f", ["a"], 6, "expected a number for %f"),
            ("%K == 1", [1], 1, "expected a path for %K"),
            ("x == $y", [], 6, "no variable 'y' was given"),
            ("x == %q", [], 6, "expected %@, %K, %d, %ld or %f, found '%q'"),
        ] as [(String, [Value], Int, String)])
    func `refuses arguments that do not fit their places`(
        format: String, arguments: [Value], column: Int, message: String
    ) throws {
        let error = try #require(throws: PredicateFormatError.self) {
            _ = try EntityPredicate(format: format, arguments: arguments)
        }
        #expect(error.column == column)
        #expect(error.message.contains(message), "\(error)")
    }

    @Test func `a path is no value`() throws {
        let error = try #require(throws: PredicateFormatError.self) {
            _ = try EntityPredicate(format: "x == %@", PropertyPath("y"))
        }
        #expect(error.code == .argument)
        #expect(error.message == "write %K for a path")
    }
}
