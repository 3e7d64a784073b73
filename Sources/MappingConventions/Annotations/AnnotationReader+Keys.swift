import EntityMapper
import ObjectGraph

extension AnnotationReader {
    /// Reports misspelled or inapplicable keys of an entity and its declared properties.
    ///
    /// Returns whether there are any annotations.
    mutating func checkKeys(of entity: EntityDescription) -> Bool {
        var isAnnotated = checkKeys(in: entity.userInfo, .entity, nil, of: entity)
        for attribute in entity.declaredAttributes
        where checkKeys(in: attribute.userInfo, .attribute, attribute.name, of: entity) {
            isAnnotated = true
        }
        for relationship in entity.declaredRelationships
        where checkKeys(in: relationship.userInfo, .relationship, relationship.name, of: entity) {
            isAnnotated = true
        }
        return isAnnotated
    }

    private mutating func checkKeys(
        in userInfo: [String: Value], _ bearer: AnnotationKey.Bearer, _ property: String?,
        of entity: EntityDescription
    ) -> Bool {
        let subject = property.map { "'\($0)': " } ?? ""
        var isAnnotated = false
        for name in userInfo.keys.sorted() {
            guard let key = AnnotationKey(rawValue: name) else {
                guard let meant = AnnotationKey.nearest(to: name) else { continue }
                report(
                    entity, property,
                    "\(subject)'\(name)' is no annotation; did you mean '\(meant.rawValue)'?")
                continue
            }
            if key.belongs(to: bearer) {
                isAnnotated = true
            } else if key == .transformer, bearer == .relationship {
                warn(
                    entity, property,
                    "\(subject)JSONTransformerName has no effect on a relationship; annotate "
                        + "attributes of the entity that it leads to")
            } else {
                report(
                    entity, property,
                    "\(subject)\(name) has no effect on \(bearer.words); it is for \(key.home)")
            }
        }
        return isAnnotated
    }
}
