import EntityMapper

/// The naming conventions of a server: its keys and paths, and the inflection of the words in them.
///
/// | | ``standard`` | ``tsnrest`` |
/// |---|---|---|
/// | attribute `priceGross` | `price_gross` | `price_gross` |
/// | attribute `imageURL` | `image_url` | `image_u_r_l` |
/// | to-one relationship `brand` | `brand_id` | `brand_id` |
/// | to-many relationship `images` | `image_ids` | `image_ids` |
/// | path of `ShopAddress` | `shopaddresses` | `shopaddresses` |
/// | key of one `ShopAddress` | `shop_address` | `shop_address` |
///
/// A server with other conventions requires a custom naming, or a copy with additional words:
///
/// ```swift
/// var naming = ServerNaming.standard
/// naming.inflector.addIrregular("Sheep", plural: "Sheep")
/// let camelCase = ServerNaming("camelCase", toOneSuffix: "Id", toManySuffix: "Ids") { $0 }
/// ```
///
/// Source: TSNREST's object maps.
public struct ServerNaming: Sendable, Equatable {
    /// The name of the naming; namings with equal names and equal words are considered equal.
    public let name: String
    /// The inflector for plurals in paths and singulars in keys.
    public var inflector: WordInflector
    /// The key of the identification attribute.
    public var identifierKey: String
    /// The suffix of the key of a to-one relationship.
    public var toOneSuffix: String
    /// The suffix of the key of a to-many relationship.
    public var toManySuffix: String
    private let key: @Sendable (String) -> String

    /// Creates a naming from a closure.
    ///
    /// - Parameters:
    ///   - name: A name that identifies the naming.
    ///   - inflector: The inflector for plurals and singulars.
    ///   - identifierKey: The key of the identification attribute.
    ///   - toOneSuffix: The suffix of the key of a to-one relationship.
    ///   - toManySuffix: The suffix of the key of a to-many relationship.
    ///   - key: Returns the key for the name of a property or an entity.
    public init(
        _ name: String, inflector: WordInflector = .english, identifierKey: String = "id",
        toOneSuffix: String = "_id", toManySuffix: String = "_ids",
        key: @escaping @Sendable (String) -> String
    ) {
        self.name = name
        self.inflector = inflector
        self.identifierKey = identifierKey
        self.toOneSuffix = toOneSuffix
        self.toManySuffix = toManySuffix
        self.key = key
    }

    /// Lower case with underscores, with acronyms as single words: `userID` becomes `user_id`.
    public static let standard = ServerNaming("standard", key: NameCase.underscoredByWord)

    /// Lower case with an underscore before each capital: `userID` becomes `user_i_d`.
    ///
    /// This is exactly the naming of TSNREST.
    public static let tsnrest = ServerNaming("tsnrest", key: NameCase.underscoredByLetter)

    /// Tests whether two namings have the same name and equal settings.
    ///
    /// - Parameters:
    ///   - left: A naming.
    ///   - right: Another naming.
    /// - Returns: `true` if the namings are considered equal.
    public static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.inflector == right.inflector
            && left.identifierKey == right.identifierKey && left.toOneSuffix == right.toOneSuffix
            && left.toManySuffix == right.toManySuffix
    }
}

extension ServerNaming {
    /// Returns the key of an attribute.
    ///
    /// - Parameter attribute: The name of the attribute.
    /// - Returns: The key in a representation.
    public func webKey(forAttribute attribute: String) -> String { key(attribute) }

    /// Returns the key of the identifier of a to-one relationship's object.
    ///
    /// - Parameter relationship: The name of the relationship.
    /// - Returns: The key in a representation.
    public func webKey(forToOne relationship: String) -> String {
        NameCase.decapitalized(key(relationship) + toOneSuffix)
    }

    /// Returns the key of the identifiers of a to-many relationship's objects.
    ///
    /// - Parameter relationship: The name of the relationship, in the plural.
    /// - Returns: The key in a representation.
    public func webKey(forToMany relationship: String) -> String {
        key(inflector.singular(of: relationship)) + toManySuffix
    }

    /// Returns the key of a single representation in the body of a request.
    ///
    /// - Parameter entity: The name of the entity.
    /// - Returns: The key, in the singular.
    public func bodyKey(forEntity entity: String) -> String { key(entity) }

    /// Returns the path of an entity on the server.
    ///
    /// It is also the key of the entity's array in a response.
    ///
    /// - Parameter entity: The name of the entity.
    /// - Returns: The plural in lower case, without underscores.
    public func serverPath(forEntity entity: String) -> String {
        inflector.plural(of: entity).lowercased()
    }
}
