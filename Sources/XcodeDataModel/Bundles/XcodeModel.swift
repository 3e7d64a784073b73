public import ObjectGraph

/// A data model created in Xcode: its versions, and the choice of the current one.
///
/// ```swift
/// let xcode = try XcodeModel(path: "Model.xcdatamodeld")
/// let container = try PersistentContainer(model: xcode.model, store: InMemoryStore())
/// xcode.versions.map(\.name)          // ["Model", "Model 2"]
/// xcode.current.differences           // what is not exactly as Core Data has it
/// ```
///
/// The format is the format of Xcode 4 and later: a folder `Model.xcdatamodeld` of versions
/// `Model 2.xcdatamodel`, each with a file `contents` in XML. It is read on every platform.
public struct XcodeModel: Sendable {
    /// The versions that were read, in numerical order of names: `Model 2` precedes `Model 10`.
    public let versions: [XcodeModelVersion]
    /// The version that an app would use.
    public let current: XcodeModelVersion
    /// The names of versions that cannot be read, in order.
    ///
    /// Long-lived apps keep such versions next to later ones, for instance in the format of Xcode
    /// 3. ``version(_:)`` throws the reason. The current version is never among them.
    public var skippedVersions: [String] { failures.keys.sorted(by: VersionName.isBefore) }
    private let failures: [String: XcodeModelError]

    /// The model of the current version.
    public var model: ManagedObjectModel { current.model }

    /// The versions to read; problems of the others are ignored.
    public enum Selection: Sendable, Hashable {
        /// All versions; unreadable versions are skipped, except for the current version.
        case all
        /// The current version only.
        case current
        /// A single version by name, which is treated as the current one.
        case named(String)
    }

    /// Reads versions from bytes.
    ///
    /// - Parameters:
    ///   - contents: The bytes of the file `contents` of each version, by version name.
    ///   - currentVersion: The bytes of `.xccurrentversion`, if present; required for several
    ///     versions, unless one is selected by name.
    ///   - selection: The versions to read.
    /// - Throws: ``XcodeModelError`` if the current version is unknown or cannot be read.
    public init(
        contents: [String: [UInt8]], currentVersion: [UInt8]? = nil, selection: Selection = .all
    ) throws(XcodeModelError) {
        let current = try VersionName.current(
            among: contents.keys.sorted(by: VersionName.isBefore), file: currentVersion,
            selection: selection)
        try self.init(
            contents: contents.filter { selection == .all || $0.key == current },
            current: current, failures: [:])
    }

    /// Reads versions, given the name of the current one.
    ///
    /// - Parameters:
    ///   - contents: The bytes of the versions to read.
    ///   - current: The name of the current version.
    ///   - failures: The reasons for versions without bytes.
    /// - Throws: ``XcodeModelError`` if the current version cannot be read.
    init(
        contents: [String: [UInt8]], current: String, failures: [String: XcodeModelError]
    ) throws(XcodeModelError) {
        var versions: [XcodeModelVersion] = []
        var failures = failures
        for (name, bytes) in contents.sorted(by: { VersionName.isBefore($0.key, $1.key) }) {
            do throws(XcodeModelError) {
                versions.append(try XcodeModelVersion(name, contents: bytes))
            } catch {
                failures[name] = error
            }
        }
        self.versions = versions
        self.failures = failures
        self.current = try Self.version(current, among: versions, failures)
    }

    /// Returns the version with a name, or `nil` if it was not read.
    public subscript(version: String) -> XcodeModelVersion? {
        versions.first { $0.name == version }
    }

    /// Returns the version with a name, or throws the reason for its absence.
    ///
    /// ```swift
    /// let old = try xcode.version("Model 2")
    /// ```
    ///
    /// - Throws: ``XcodeModelError`` with the problems of the version, or with code `version` if
    ///   there is no version with the name.
    public func version(_ name: String) throws(XcodeModelError) -> XcodeModelVersion {
        try Self.version(name, among: versions, failures)
    }

    private static func version(
        _ name: String, among versions: [XcodeModelVersion], _ failures: [String: XcodeModelError]
    ) throws(XcodeModelError) -> XcodeModelVersion {
        if let version = versions.first(where: { $0.name == name }) { return version }
        if let failure = failures[name] { throw failure }
        throw VersionName.unknown(name, among: versions.map(\.name))
    }
}
