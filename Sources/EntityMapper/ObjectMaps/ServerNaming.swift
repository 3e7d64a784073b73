/// How a server calls what a model has: keys, paths, and the words in them.
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
/// A server with habits of its own gets a naming of its own, or a copy with other words:
///
/// ```swift
/// var naming = ServerNaming.standard
/// naming.inflector.addIrregular("Sheep", plural: "Sheep")
/// let camelCase = ServerNaming("camelCase", toOneSuffix: "Id", toManySuffix: "Ids") { $0 }
/// ```
///
/// Source: TSNREST's object maps.
public struct ServerNaming: Sendable, Equatable {
    /// What the naming does; namings with one name and equal words are taken to be the same.
    public let name: String
    /// The plurals in paths, and the singulars in keys.
    public var inflector: WordInflector
    /// The key of what identifies an object.
    public var identifierKey: String
    /// What stands behind the key of a to-one relationship.
    public var toOneSuffix: String
    /// What stands behind the key of a to-many relationship.
    public var toManySuffix: String
    private let key: @Sendable (String) -> String

    /// Names a closure.
    ///
    /// - Parameters:
    ///   - name: What the naming does.
    ///   - inflector: The plurals and singulars.
    ///   - identifierKey: The key of what identifies an object.
    ///   - toOneSuffix: What stands behind the key of a to-one relationship.
    ///   - toManySuffix: What stands behind the key of a to-many relationship.
    ///   - key: Makes a key from the name of a property or an entity.
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

    /// Lower case with underscores, and acronyms as one word: `userID` is `user_id`.
    public static let standard = ServerNaming("standard", key: NameCase.underscoredByWord)

    /// Lower case with an underscore before each capital, exactly as TSNREST: `userID` is `user_i_d`.
    public static let tsnrest = ServerNaming("tsnrest", key: NameCase.underscoredByLetter)

    /// Whether both have the same name and say the same.
    ///
    /// - Parameters:
    ///   - left: A naming.
    ///   - right: Another one.
    /// - Returns: Whether they are taken to be the same.
    public static func == (left: Self, right: Self) -> Bool {
        left.name == right.name && left.inflector == right.inflector
            && left.identifierKey == right.identifierKey && left.toOneSuffix == right.toOneSuffix
            && left.toManySuffix == right.toManySuffix
    }
}

extension ServerNaming {
    /// The key of an attribute.
    ///
    /// - Parameter attribute: The attribute's name.
    /// - Returns: The key in a representation.
    public func webKey(forAttribute attribute: String) -> String { key(attribute) }

    /// The key of the identifier of a to-one relationship's object.
    ///
    /// - Parameter relationship: The relationship's name.
    /// - Returns: The key in a representation.
    public func webKey(forToOne relationship: String) -> String {
        NameCase.decapitalized(key(relationship) + toOneSuffix)
    }

    /// The key of the identifiers of a to-many relationship's objects.
    ///
    /// - Parameter relationship: The relationship's name, in the plural.
    /// - Returns: The key in a representation.
    public func webKey(forToMany relationship: String) -> String {
        key(inflector.singular(of: relationship)) + toManySuffix
    }

    /// The key of a single representation in the body of a request.
    ///
    /// - Parameter entity: The entity's name.
    /// - Returns: The key, in the singular.
    public func bodyKey(forEntity entity: String) -> String { key(entity) }

    /// The path of an entity on the server, which is also the key of its list in a response.
    ///
    /// - Parameter entity: The entity's name.
    /// - Returns: The plural in lower case, without underscores.
    public func serverPath(forEntity entity: String) -> String {
        inflector.plural(of: entity).lowercased()
    }
}
