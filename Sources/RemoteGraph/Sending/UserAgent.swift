/// The field `User-Agent`.
///
/// Source: RFC 9110, section 10.1.5.
package enum UserAgent {
    /// The release of the package.
    package static let version = "0.1.0"
    /// The name and the release; nothing about the program or the machine.
    static let text = "Mercator/\(version)"
}
