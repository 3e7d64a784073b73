import Testing

/// The folders of a target form layers: each uses only those below it.
@Suite("Folders of a target")
struct FolderOrderTests {
    /// The folders of a target from the bottom up.
    struct Target: Sendable, CustomTestStringConvertible {
        let name: String
        let folders: [String]
        /// The references upwards that remain, as `folder > other: type`.
        var exceptions: Set<String> = []

        var testDescription: String { name }
    }

    static let targets = [
        Target(
            name: "MercatorPayload",
            folders: [
                "Bytes", "Encodings", "Errors", "Numbers", "Tape", "Options", "Parsing", "Reading",
                "Writing", "Paths", "Keys",
            ],
            exceptions: [
                "Numbers > Tape: PayloadTape", "Reading > Paths: PayloadPath",
                "Reading > Paths: PayloadPathEvaluator", "Reading > Writing: PayloadNode",
                "Writing > Paths: PayloadPathResult",
            ]),
        Target(
            name: "ObjectGraph",
            folders: [
                "Values", "Text", "Rows", "Predicates", "Model", "Evaluation", "Selecting",
                "Searching", "Stores",
                "Context", "Schema", "Decoding", "Container", "Changes", "Observing", "Printing",
            ],
            exceptions: [
                "Context > Schema: Entity", "Context > Schema: Object",
                "Context > Schema: PropertyMemory", "Model > Schema: SchemaReadings",
            ]),
        Target(
            name: "ObjectGraphSQL",
            folders: [
                "Dialect", "Schema", "Session", "Records", "Reading", "Connecting", "Writing",
                "Migration", "Maintenance", "Exchange",
            ]),
        Target(
            name: "ObjectGraphSQLite",
            folders: [
                "Connection", "Schema", "Searching", "Views", "Reading", "Writing", "Maintenance",
                "Opening",
            ]),
        Target(
            name: "ObjectGraphPostgres",
            folders: [
                "Connection", "Dialect", "Session", "Searching", "Reading", "Writing",
                "Maintenance", "Opening",
            ]),
        Target(
            name: "EntityMapper",
            folders: [
                "Paths", "Transforms", "Result", "Mappings", "Observing", "Plan", "Identities",
                "Stages", "Deleting", "Operation", "Loading", "Printing",
            ]),
        Target(name: "MappingConventions", folders: ["Annotations", "ObjectMaps"]),
        Target(
            name: "RepresentationWriting", folders: ["Plan", "Output", "Pass", "Writer"],
            exceptions: ["Pass > Writer: RepresentationWriter"]),
        Target(
            name: "PlainValueMapping",
            folders: [
                "Session", "Planning", "Mappings", "Reading", "Writing", "Compiling", "Operation",
            ]),
        Target(name: "ValueTransforms", folders: ["Dates", "Forms"]),
        Target(
            name: "PayloadFormats",
            folders: ["Input", "Forms", "Lines", "Tables", "XML", "PropertyLists", "Registry"]),
        Target(
            name: "HTTPValues", folders: ["Digests", "URLs", "Fields", "Requests", "Cookies"]),
        Target(
            name: "RemotePlanning",
            folders: [
                "Paths", "Description", "Secrets", "Errors", "Plan", "Building", "Responses",
            ]),
        Target(
            name: "RemoteGraph",
            folders: [
                "Transport", "Cookies", "Options", "Waiting", "Credentials", "Sending",
                "Validators", "Manager", "Streams", "Polling", "Pages",
            ]),
        Target(
            name: "StreamingImport",
            folders: [
                "Source", "Checkpoints", "Seeding", "Splitting", "Reading", "Operation",
                "Documents",
            ]),
        Target(
            name: "MappingFiles",
            folders: ["File", "Notation", "Members", "Writing", "Reading", "Updating"]),
        Target(
            name: "MappingInference",
            folders: [
                "Names", "Options", "Result", "Reading", "Profile", "Types", "Identity", "Records",
                "Entities", "Connections", "Naming", "Stored", "Assembly", "Description", ".",
            ]),
        Target(name: "MercatorTesting", folders: ["Transports", "."]),
        Target(name: "XcodeDataModel", folders: ["Versions", "Reading", "Bundles"]),
        Target(name: "MappingGeneration", folders: ["Texts", "Report", "Package"]),
        Target(name: "ModelGeneration", folders: ["Swift", "Text", "Layout", "Diagrams"]),
        Target(
            name: "MercatorTool",
            folders: [
                "CommandLine", "Output", "Stores", "Payloads", "Corrections", "Mapping", "Packages",
                "Tour", "Commands", "Shells", ".",
            ]),
    ]

    @Test func `every target with folders has an order`() throws {
        let listed = Set(Self.targets.map(\.name))
        for target in try SourceFolders.targets() where !listed.contains(target) {
            #expect(try SourceFolders(ofTarget: target).names.count == 1, "\(target)")
        }
    }

    @Test(arguments: targets)
    func `a folder uses only folders below it`(target: Target) throws {
        let found = try SourceFolders(ofTarget: target.name)
        #expect(found.names == Set(target.folders))
        let upward = Set(
            found.upwardReferences(in: target.folders).map {
                "\($0.folder) > \($0.other): \($0.type)"
            })
        #expect(upward.subtracting(target.exceptions).sorted() == [])
        #expect(target.exceptions.subtracting(upward).sorted() == [], "these have been mended")
    }
}
