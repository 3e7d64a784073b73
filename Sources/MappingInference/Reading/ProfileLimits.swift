/// The limits of a profile (X1), and the sizes of its samples.
package struct ProfileLimits: Sendable {
    /// The places; further ones become dictionary attributes.
    package var places = 100_000
    /// The members of a record, beyond which they are merged while they are read.
    package var membersBeforeTally: Int32 = 4000
    /// The bytes of a line, and of a document or a part of it that cannot be divided.
    package var recordBytes = 16 << 20
    package var documentBytes = 256 << 20
    /// The bytes of a document that is read as a whole even if it can be divided.
    package var wholeBytes = 16 << 20
    /// The distinct values that are counted exactly.
    package var distinctValues = 100_000
    /// The bytes of all samples of values, and of all tables of keys.
    package var valueBytes = 40 << 20
    package var tableBytes = 16 << 20

    package init() {}
}
