import ObjectGraph

/// The field `User-Agent`.
///
/// Source: RFC 9110, section 10.1.5.
enum UserAgent {
    /// The name and the release; nothing about the program or the machine.
    static let text = "Mercator/\(Release.version)"
}
