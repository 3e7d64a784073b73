import ObjectGraph

/// Reading a version of a model.
extension XcodeModelVersion {
    /// Reads the bytes of a file `contents`.
    ///
    /// Parts that a `ManagedObjectModel` cannot represent are omitted and listed in
    /// ``differences``; the model describes the file without these parts.
    ///
    /// - Throws: ``XcodeModelError`` if the bytes are not XML, or do not describe a
    ///   Core Data model.
    public init(_ name: String, contents: [UInt8]) throws(XcodeModelError) {
        let root = try ModelElement(contents, version: name)
        var reader = ModelReader(version: name)
        try reader.read(root)
        model = try reader.makeModel()
        self.name = name
        identifier = reader.identifier
        configurations = reader.configurations
        fetchRequests = reader.fetchRequests
        fetchedProperties = reader.fetchedProperties
        fetchIndexes = reader.fetchIndexes
        classNames = reader.classNames
        differences = reader.differences.sorted {
            ($0.location.line ?? 0) < ($1.location.line ?? 0)
        }
    }
}
