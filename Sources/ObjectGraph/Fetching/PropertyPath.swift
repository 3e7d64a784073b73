/// The way from an object to a property: relationships, then a property, separated by dots.
///
/// ```swift
/// .attribute("author.name").begins(with: "A")
/// .relationship("author") == anna.objectID
/// ```
public struct PropertyPath: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The names, from the object outwards.
    public let components: [String]

    /// Splits a path at its dots.
    public init(_ path: String) {
        components = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    package init(components: [String]) {
        self.components = components
    }

    /// The way to an attribute, for use in a predicate.
    public static func attribute(_ path: String) -> PropertyPath { PropertyPath(path) }

    /// The way to a to-one relationship, for use in a predicate.
    public static func relationship(_ path: String) -> PropertyPath { PropertyPath(path) }

    /// The names, joined by dots.
    public var description: String { components.joined(separator: ".") }

    /// The beginning of the path, for messages.
    var excerpt: String {
        let names = components.prefix(PropertyPath.excerptCount).joined(separator: ".")
        let text = names.count > 200 ? names.prefix(200) + "…" : names
        return components.count > PropertyPath.excerptCount ? text + "…" : text
    }

    private static let excerptCount = 8
}

extension EntityPredicate {
    /// The way to an attribute, where a condition is expected: `.attribute("name").begins(with: "A")`.
    public static func attribute(_ path: String) -> PropertyPath { PropertyPath(path) }

    /// The way to a relationship, where a condition is expected: `.relationship("tags").isNil`.
    public static func relationship(_ path: String) -> PropertyPath { PropertyPath(path) }
}

extension PropertyPath {
    /// Holds if the attribute has this value; `nil` asks for none.
    public static func == (path: PropertyPath, value: some AttributeValue) -> EntityPredicate {
        path.compared(.equal, to: value)
    }
    /// Holds if the attribute has another value, or none.
    public static func != (path: PropertyPath, value: some AttributeValue) -> EntityPredicate {
        path.compared(.notEqual, to: value)
    }
    /// Holds if the attribute has a value below this one.
    public static func < (path: PropertyPath, value: some AttributeValue) -> EntityPredicate {
        path.compared(.less, to: value)
    }
    /// Holds if the attribute has this value or one below it.
    public static func <= (path: PropertyPath, value: some AttributeValue) -> EntityPredicate {
        path.compared(.lessOrEqual, to: value)
    }
    /// Holds if the attribute has a value above this one.
    public static func > (path: PropertyPath, value: some AttributeValue) -> EntityPredicate {
        path.compared(.greater, to: value)
    }
    /// Holds if the attribute has this value or one above it.
    public static func >= (path: PropertyPath, value: some AttributeValue) -> EntityPredicate {
        path.compared(.greaterOrEqual, to: value)
    }
    /// Holds if both attributes have the same value, or both have none.
    public static func == (path: PropertyPath, other: PropertyPath) -> EntityPredicate {
        EntityPredicate(.pathComparison(path, .equal, other))
    }
    /// Holds if the attributes differ.
    public static func != (path: PropertyPath, other: PropertyPath) -> EntityPredicate {
        EntityPredicate(.pathComparison(path, .notEqual, other))
    }
    /// Holds if both attributes have values and the left one is below.
    public static func < (path: PropertyPath, other: PropertyPath) -> EntityPredicate {
        EntityPredicate(.pathComparison(path, .less, other))
    }
    /// Holds if both attributes have values and the left one is above.
    public static func > (path: PropertyPath, other: PropertyPath) -> EntityPredicate {
        EntityPredicate(.pathComparison(path, .greater, other))
    }
    /// Holds if both attributes have values and the left one is not above.
    public static func <= (path: PropertyPath, other: PropertyPath) -> EntityPredicate {
        EntityPredicate(.pathComparison(path, .lessOrEqual, other))
    }
    /// Holds if both attributes have values and the left one is not below.
    public static func >= (path: PropertyPath, other: PropertyPath) -> EntityPredicate {
        EntityPredicate(.pathComparison(path, .greaterOrEqual, other))
    }
    /// Holds if the to-one relationship leads to this object.
    public static func == (path: PropertyPath, object: ManagedObjectID) -> EntityPredicate {
        EntityPredicate(.object(path, [object]))
    }
    /// Holds if the to-one relationship leads elsewhere, or nowhere.
    public static func != (path: PropertyPath, object: ManagedObjectID) -> EntityPredicate {
        !EntityPredicate(.object(path, [object]))
    }
    /// Holds if there is no value, no object, or the to-many relationship is empty.
    public var isNil: EntityPredicate { EntityPredicate(.isNil(self)) }

    /// Holds if the attribute has one of these values.
    public func isIn(_ values: [some AttributeValue]) -> EntityPredicate {
        EntityPredicate(.membership(self, values.compactMap(\.comparedValue)))
    }
    /// Holds if the to-one relationship leads to one of these objects.
    public func isIn(_ objects: [ManagedObjectID]) -> EntityPredicate {
        EntityPredicate(.object(self, objects))
    }
    /// Holds if the attribute has a value from `lower` to `upper`, both included.
    public func isBetween<Bound: AttributeValue>(
        _ lower: Bound, and upper: Bound
    ) -> EntityPredicate {
        guard lower.outlier == nil, upper.outlier == nil else {
            return compared(.greaterOrEqual, to: lower) && compared(.lessOrEqual, to: upper)
        }
        return EntityPredicate(
            .range(self, lower: lower.attributeValue, upper: upper.attributeValue))
    }
    /// Holds if the text equals this one under the options.
    public func equals(_ text: String, _ options: TextOptions = []) -> EntityPredicate {
        EntityPredicate(.text(self, TextMatch(.equals, text, options)))
    }
    /// Holds if the text occurs in the attribute.
    public func contains(_ text: String, _ options: TextOptions = []) -> EntityPredicate {
        EntityPredicate(.text(self, TextMatch(.contains, text, options)))
    }
    /// Holds if the attribute begins with the text.
    public func begins(with text: String, _ options: TextOptions = []) -> EntityPredicate {
        EntityPredicate(.text(self, TextMatch(.begins, text, options)))
    }
    /// Holds if the attribute ends with the text.
    public func ends(with text: String, _ options: TextOptions = []) -> EntityPredicate {
        EntityPredicate(.text(self, TextMatch(.ends, text, options)))
    }
    /// Holds if the whole text matches: `*` stands for any characters, `?` for one, and `\` before
    /// either for the character itself.
    public func isLike(_ pattern: String, _ options: TextOptions = []) -> EntityPredicate {
        EntityPredicate(.text(self, TextMatch(.like, pattern, options)))
    }

    /// Holds if the whole text matches a regular expression.
    ///
    /// The dialect is that of most languages without what needs backtracking: `.`, classes such as
    /// `[a-z]` and `\d`, groups, `|`, `?`, `*`, `+`, `{2,4}`, `^`, `$`, `\b`. A pattern that cannot
    /// be read is an error of the request.
    ///
    /// Counted repetitions such as `{1,80}` count as if they were written out, which may make 2000
    /// steps, or twice the length of a longer pattern; a pattern beyond that is an error of the
    /// request, too.
    ///
    /// - Complexity: The product of the lengths of text and written-out pattern, whatever the
    ///   pattern.
    public func matches(_ pattern: String, _ options: TextOptions = []) -> EntityPredicate {
        EntityPredicate(.text(self, TextMatch(.matches, pattern, options)))
    }

    /// How many objects the to-many relationship leads to, to be compared.
    public var count: RelationshipCount { RelationshipCount(path: self) }

    /// The comparison with a value; with `nil`, equality asks whether there is one.
    package func compared(
        _ comparison: EntityPredicate.Comparison, _ value: Value
    ) -> EntityPredicate {
        value.isNull && comparison == .equal
            ? isNil
            : value.isNull && comparison == .notEqual
                ? !isNil : EntityPredicate(.comparison(self, comparison, value))
    }
}
