public import EntityMapper
import ObjectGraph

/// The representation of an entity on its server.
///
/// Together with mappings by key, see ``mapObjectKey(_:toWebKey:)``, these properties make an
/// entity mapping an object map: a description of the correspondence between an entity and a REST
/// resource.
extension EntityMapping {
    /// The strategy that derives keys and paths from names.
    public var naming: ServerNaming {
        get { objectMap.naming }
        set { objectMap.naming = newValue }
    }

    /// The path of the entity on the server, used in URLs and as the key of its array in responses.
    ///
    /// By default it is the entity's name in lower case, unless the mapping was generated.
    public var serverPath: String {
        get { objectMap.serverPath ?? entity.name.lowercased() }
        set { objectMap.serverPath = newValue }
    }

    /// The name of the entity in push messages; see ``MappingSet/mapping(forPushKey:)``.
    public var pushKey: String? {
        get { objectMap.pushKey }
        set { objectMap.pushKey = newValue }
    }

    /// The query, such as `include=images`, of requests for all objects.
    public var permanentQuery: String? {
        get { objectMap.permanentQuery }
        set { objectMap.permanentQuery = newValue }
    }

    /// A validation of objects, run before they are sent to the server.
    public var savingValidation: SavingValidation? {
        get { objectMap.savingValidation }
        set { objectMap.savingValidation = newValue }
    }

    /// The attribute that identifies an object on the server; `nil` unless there is exactly one.
    public var identifierAttribute: String? {
        identificationAttributes?.count == 1 ? identificationAttributes?.first : nil
    }
}
