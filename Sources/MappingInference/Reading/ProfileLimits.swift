/// Limits (X1) and sample sizes of a profile.
package struct ProfileLimits: Sendable {
    /// The maximum number of paths; further ones become dictionary attributes.
    package var nodes = 100_000
    /// The number of members beyond which a record is merged into a map while reading.
    package var membersBeforeTally: Int32 = 4000
    /// The maximum size of a line, and of an indivisible document or piece, in bytes.
    package var recordBytes = 16 << 20
    package var documentBytes = 256 << 20
    /// The maximum size of a document that is read whole, in bytes.
    package var wholeBytes = 16 << 20
    /// The maximum number of distinct values that are counted exactly.
    package var distinctValues = 100_000
    /// The maximum memory for value samples and for key tables, in bytes.
    package var valueBytes = 40 << 20
    package var tableBytes = 16 << 20

    package init() {}
}
