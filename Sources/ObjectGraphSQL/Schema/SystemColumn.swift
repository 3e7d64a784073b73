/// The names of the columns that are not properties.
///
/// The column of a property with one of these names is prefixed with the name of its entity.
package enum SystemColumn {
    /// The number of the object.
    package static let id = "_id"
    /// The name of the object's own entity.
    package static let entity = "_entity"
    /// The number of times the row was written.
    package static let version = "_version"

    package static let all: Set<String> = [id, entity, version]
}
