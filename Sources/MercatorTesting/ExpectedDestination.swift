/// The expected destination of a connection.
///
/// See ``MappingExpectation/connection(for:leadsTo:at:fileID:line:)``.
public enum ExpectedDestination: Sendable, Hashable, CustomStringConvertible {
    /// Exactly these objects, in order if the relationship is ordered.
    case objects([ExpectedObject])
    /// At least one object.
    case something
    /// No object: the foreign key is empty, or its destination does not exist.
    case nothing
    /// Any number of objects; only the connection itself is required.
    case anything

    /// A short description of the target.
    public var description: String {
        switch self {
        case .objects(let objects): "objects \(objects)"
        case .something: "an object"
        case .nothing: "nothing"
        case .anything: "anything"
        }
    }
}
