/// A path from an object to a property.
///
/// It consists of any number of relationships and a property, separated by dots.
///
/// ```swift
/// .attribute("author.name").begins(with: "A")
/// .relationship("author") == anna.objectID
/// ```
public struct PropertyPath: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The names, from first to last.
    public let components: [String]

    /// Splits a path at its dots.
    public init(_ path: String) {
        components = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    }

    package init(components: [String]) {
        self.components = components
    }

    /// Returns the path of an attribute, for use in a predicate.
    public static func attribute(_ path: String) -> PropertyPath { PropertyPath(path) }

    /// Returns the path of a relationship, for use in a predicate.
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
    /// Returns the path of an attribute in a context that expects a predicate.
    ///
    /// An example is `.attribute("name").begins(with: "A")`.
    public static func attribute(_ path: String) -> PropertyPath { PropertyPath(path) }

    /// Returns the path of a relationship in a context that expects a predicate.
    ///
    /// An example is `.relationship("tags").isNil`.
    public static func relationship(_ path: String) -> PropertyPath { PropertyPath(path) }
}

extension PropertyPath {
    /// Returns a predicate that holds if the attribute has this value; with `nil`, if it is null.
    public static func == (path: PropertyPath, value: some AttributeValue) -> EntityPredicate {
        path.compared(.equal, to: value)
    }
    /// Returns a predicate that holds if the attribute has another value, or is null.
    public static func != (path: PropertyPath, value: some AttributeValue) -> EntityPredicate {
        path.compared(.notEqual, to: value)
    }
    /// Returns a predicate that holds if the attribute has a value less than this one.
    public static func < (path: PropertyPath, value: some AttributeValue) -> EntityPredicate {
        path.compared(.less, to: value)
    }
    /// Returns a predicate that holds if the attribute has this value or a lesser one.
    public static func <= (path: PropertyPath, value: some AttributeValue) -> EntityPredicate {
        path.compared(.lessOrEqual, to: value)
    }
    /// Returns a predicate that holds if the attribute has a value greater than this one.
    public static func > (path: PropertyPath, value: some AttributeValue) -> EntityPredicate {
        path.compared(.greater, to: value)
    }
    /// Returns a predicate that holds if the attribute has this value or a greater one.
    public static func >= (path: PropertyPath, value: some AttributeValue) -> EntityPredicate {
        path.compared(.greaterOrEqual, to: value)
    }
    /// Returns a predicate that holds if both attributes have the same value, or both are null.
    public static func == (path: PropertyPath, other: PropertyPath) -> EntityPredicate {
        EntityPredicate(.pathComparison(path, .equal, other))
    }
    /// Returns a predicate that holds if the attributes differ.
    public static func != (path: PropertyPath, other: PropertyPath) -> EntityPredicate {
        EntityPredicate(.pathComparison(path, .notEqual, other))
    }
    /// Returns a predicate that holds if both attributes have values, and the left one is less.
    public static func < (path: PropertyPath, other: PropertyPath) -> EntityPredicate {
        EntityPredicate(.pathComparison(path, .less, other))
    }
    /// Returns a predicate that holds if both attributes have values, and the left one is greater.
    public static func > (path: PropertyPath, other: PropertyPath) -> EntityPredicate {
        EntityPredicate(.pathComparison(path, .greater, other))
    }
    /// Returns a predicate that holds if the left value is less than or equal to the right value.
    ///
    /// Both attributes must have values.
    public static func <= (path: PropertyPath, other: PropertyPath) -> EntityPredicate {
        EntityPredicate(.pathComparison(path, .lessOrEqual, other))
    }
    /// Returns a predicate that holds if the left value is at least the right value.
    ///
    /// Both attributes must have values.
    public static func >= (path: PropertyPath, other: PropertyPath) -> EntityPredicate {
        EntityPredicate(.pathComparison(path, .greaterOrEqual, other))
    }
    /// Returns a predicate that holds if the to-one relationship references this object.
    public static func == (path: PropertyPath, object: ManagedObjectID) -> EntityPredicate {
        EntityPredicate(.object(path, [object]))
    }
    /// Returns a predicate that holds if the relationship references another object, or none.
    ///
    /// The relationship is to-one.
    public static func != (path: PropertyPath, object: ManagedObjectID) -> EntityPredicate {
        !EntityPredicate(.object(path, [object]))
    }
    /// A predicate for a null attribute or to-one relationship, or an empty to-many relationship.
    public var isNil: EntityPredicate { EntityPredicate(.isNil(self)) }

    /// Returns a predicate that holds if the attribute has one of these values.
    public func isIn(_ values: [some AttributeValue]) -> EntityPredicate {
        EntityPredicate(.membership(self, values.compactMap(\.comparedValue)))
    }
    /// Returns a predicate that holds if the to-one relationship references one of these objects.
    public func isIn(_ objects: [ManagedObjectID]) -> EntityPredicate {
        EntityPredicate(.object(self, objects))
    }
    /// Returns a predicate that holds for a value from `lower` to `upper`, inclusive.
    public func isBetween<Bound: AttributeValue>(
        _ lower: Bound, and upper: Bound
    ) -> EntityPredicate {
        guard lower.outlier == nil, upper.outlier == nil else {
            return compared(.greaterOrEqual, to: lower) && compared(.lessOrEqual, to: upper)
        }
        return EntityPredicate(
            .range(self, lower: lower.attributeValue, upper: upper.attributeValue))
    }
    /// Returns a predicate that holds if the attribute equals the text under the options.
    public func equals(_ text: String, _ options: TextOptions = []) -> EntityPredicate {
        EntityPredicate(.text(self, TextMatch(.equals, text, options)))
    }
    /// Returns a predicate that holds if the attribute contains the text.
    public func contains(_ text: String, _ options: TextOptions = []) -> EntityPredicate {
        EntityPredicate(.text(self, TextMatch(.contains, text, options)))
    }
    /// Returns a predicate that holds if the attribute begins with the text.
    public func begins(with text: String, _ options: TextOptions = []) -> EntityPredicate {
        EntityPredicate(.text(self, TextMatch(.begins, text, options)))
    }
    /// Returns a predicate that holds if the attribute ends with the text.
    public func ends(with text: String, _ options: TextOptions = []) -> EntityPredicate {
        EntityPredicate(.text(self, TextMatch(.ends, text, options)))
    }
    /// Returns a predicate that holds if the whole text matches a pattern with wildcards.
    ///
    /// `*` matches any characters, `?` one, and `\` before either the character itself.
    public func isLike(_ pattern: String, _ options: TextOptions = []) -> EntityPredicate {
        EntityPredicate(.text(self, TextMatch(.like, pattern, options)))
    }

    /// Returns a predicate that holds if the whole text matches a regular expression.
    ///
    /// The dialect is the common one without the features that need backtracking: `.`, classes such
    /// as `[a-z]` and `\d`, groups, `|`, `?`, `*`, `+`, `{2,4}`, `^`, `$`, `\b`. An invalid pattern
    /// is an error of the request.
    ///
    /// Counted repetitions such as `{1,80}` are expanded, to at most 2000 steps, or twice the
    /// length of a longer pattern; a pattern beyond that is also an error of the request.
    ///
    /// - Complexity: O(*n* · *m*) in the lengths of the text and the expanded pattern.
    public func matches(_ pattern: String, _ options: TextOptions = []) -> EntityPredicate {
        EntityPredicate(.text(self, TextMatch(.matches, pattern, options)))
    }

    /// The number of objects in the to-many relationship, for comparisons.
    public var count: RelationshipCount { RelationshipCount(path: self) }

    /// Returns the comparison with a value; for equality with null, the test for null.
    package func compared(
        _ comparison: EntityPredicate.Comparison, _ value: Value
    ) -> EntityPredicate {
        value.isNull && comparison == .equal
            ? isNil
            : value.isNull && comparison == .notEqual
                ? !isNil : EntityPredicate(.comparison(self, comparison, value))
    }
}
