/// The purpose of a request, which determines the meaning of a status.
public enum RemotePurpose: String, Sendable, Hashable, CaseIterable {
    /// Requests any number of objects.
    case list
    /// Requests one object.
    case object
    /// Sends an object or its changes: POST, PUT, PATCH.
    case save
    /// Deletes an object.
    case delete
}
