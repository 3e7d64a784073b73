/// The origin of a set of mappings: an author, or a model.
///
/// Sets with equal mappings are equal, wherever they come from, so all origins are equal.
package struct MappingOrigin: Sendable, Equatable {
    /// Indicates whether the mappings were derived from a model, one for each of its entities.
    package var isModel = false

    package init() {}

    package static func == (left: MappingOrigin, right: MappingOrigin) -> Bool { true }
}
