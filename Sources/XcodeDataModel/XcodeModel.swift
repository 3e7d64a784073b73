public import ObjectGraph

/// A data model that was made in Xcode: its versions, and which of them is the current one.
///
/// ```swift
/// let xcode = try XcodeModel(path: "Model.xcdatamodeld")
/// let container = try PersistentContainer(model: xcode.model, store: InMemoryStore())
/// xcode.versions.map(\.name)          // ["Model", "Model 2"]
/// xcode.current.differences           // what is not exactly as Core Data has it
/// ```
///
/// The format is that of Xcode 4 and later: a folder `Model.xcdatamodeld` of versions
/// `Model 2.xcdatamodel`, each with a file `contents` in XML. It is read on every platform.
public struct XcodeModel: Sendable {
    /// The versions that were read, in the order of their names; `Model 2` comes before `Model 10`.
    public let versions: [XcodeModelVersion]
    /// The version that an app would use.
    public let current: XcodeModelVersion
    /// The names of versions that Xcode 3 saved, in a form that is not read.
    ///
    /// Long-lived apps keep them beside later ones; one that is asked for is an error.
    public let skippedVersions: [String]

    /// The model of the current version.
    public var model: ManagedObjectModel { current.model }

    /// Which versions are read; what is wrong with the others does not matter then.
    public enum Selection: Sendable, Hashable {
        /// All of them.
        case all
        /// The current one alone.
        case current
        /// One of them, by name; it counts as the current one.
        case named(String)
    }

    /// Reads the bytes of versions.
    ///
    /// - Parameters:
    ///   - contents: The bytes of each version's `contents`, by the name of the version.
    ///   - currentVersion: The bytes of `.xccurrentversion`, if there is such a file; several
    ///     versions need it, unless one of them is asked for by name.
    ///   - selection: Which versions to read.
    /// - Throws: ``XcodeModelError`` with every problem of the versions that are read.
    public init(
        contents: [String: [UInt8]], currentVersion: [UInt8]? = nil, selection: Selection = .all
    ) throws(XcodeModelError) {
        try self.init(
            contents: contents, currentVersion: currentVersion, selection: selection,
            skippedVersions: [])
    }

    init(
        contents: [String: [UInt8]], currentVersion: [UInt8]?, selection: Selection,
        skippedVersions: [String]
    ) throws(XcodeModelError) {
        let names = contents.keys.sorted(by: VersionName.isBefore)
        let currentName = try VersionName.current(
            among: names, file: currentVersion, selection: selection)
        var versions: [XcodeModelVersion] = []
        var problems: [XcodeModelError.Problem] = []
        for name in names where selection == .all || name == currentName {
            do throws(XcodeModelError) {
                versions.append(try XcodeModelVersion(name, contents: contents[name] ?? []))
            } catch {
                problems += error.problems
            }
        }
        guard problems.isEmpty, let current = versions.first(where: { $0.name == currentName })
        else { throw XcodeModelError(problems) }
        self.versions = versions
        self.current = current
        self.skippedVersions = skippedVersions
    }

    /// The version of a name, if it was read.
    public subscript(version: String) -> XcodeModelVersion? {
        versions.first { $0.name == version }
    }
}
