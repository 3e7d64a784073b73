import ObjectGraph

/// Where an entity is on its server.
///
/// Together with the mappings by key, see ``mapObjectKey(_:toWebKey:)``, this makes an entity mapping
/// an object map: a description of how an entity and a REST resource correspond.
extension EntityMapping {
    /// How keys and paths follow from names.
    public var naming: ServerNaming {
        get { objectMap.naming }
        set { objectMap.naming = newValue }
    }

    /// Where the entity is on the server: a part of URLs, and the key of its list in responses.
    ///
    /// Unless it was set, or the mapping was generated, it is the entity's name in lower case.
    public var serverPath: String {
        get { objectMap.serverPath ?? entity.name.lowercased() }
        set { objectMap.serverPath = newValue }
    }

    /// What a push message calls the entity; see ``MappingSet/mapping(forPushKey:)``.
    public var pushKey: String? {
        get { objectMap.pushKey }
        set { objectMap.pushKey = newValue }
    }

    /// What stands behind the path, as in `?include=images`, when all objects are asked for.
    public var permanentQuery: String? {
        get { objectMap.permanentQuery }
        set { objectMap.permanentQuery = newValue }
    }

    /// Who is asked before an object is sent to the server.
    public var savingValidation: SavingValidation? {
        get { objectMap.savingValidation }
        set { objectMap.savingValidation = newValue }
    }

    /// The one attribute that identifies an object on the server; `nil` if there is none, or several.
    public var identifierAttribute: String? {
        identificationAttributes?.count == 1 ? identificationAttributes?.first : nil
    }
}
