/// The records of a response that are objects of an entity.
struct DescribedRoot {
    let route: Int
    let path: [String]
    let isCollection: Bool
    let entity: Int
    /// The last constant segment of the route.
    let segment: String

    /// The place in the payload: `data[]`; empty for the object at the top.
    var place: String {
        (path.isEmpty ? "" : PathText.text(path)) + (isCollection ? "[]" : "")
    }

    /// Tests whether the records of one path are of one entity.
    func isLike(_ other: DescribedRoot) -> Bool {
        path == other.path && entity == other.entity
    }
}
