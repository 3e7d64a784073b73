public import EntityMapper
import MercatorPayload
import ObjectGraph

/// The written form of a mapping file.
extension MappingFile {
    /// The version of the form, which each file names.
    package static let version = 1

    /// The limits of the text.
    ///
    /// Transforms and conditions are read recursively, and no sensible one is nested this deeply.
    static var payloadOptions: PayloadOptions {
        var options = PayloadOptions()
        options.limits.nestingDepth = 100
        return options
    }

    /// The file as JSON, with a line for each property.
    ///
    /// Names are in byte order and default settings are omitted, so equal files have equal texts.
    /// An inverse is written at one end; a to-many, unordered inverse without mapping and
    /// connection is omitted. The order of entities, properties and mappings is written only if
    /// they are not sorted by name.
    ///
    /// ```swift
    /// let file = MappingFile(model: model, mappings: mappings)
    /// try Data(file.text.utf8).write(to: url)
    /// ```
    ///
    /// - Throws: ``MappingFileError`` naming every part without a written form: hooks, validations,
    ///   custom transforms and further closures.
    /// - Complexity: O(*n* log *n*) in the number of properties.
    public var text: String {
        get throws(MappingFileError) { try text(transforms: []) }
    }

    /// Returns the file as JSON, with custom transforms by name.
    ///
    /// - Parameter transforms: Custom transforms that ``init(parsing:transforms:)-(String,_)`` will
    ///   be given as well.
    /// - Returns: The text, see ``text``.
    /// - Throws: ``MappingFileError`` with every part that has no written form.
    public func text(transforms: [ValueTransform]) throws(MappingFileError) -> String {
        var layout = FileLayout()
        layout.append(try members(FileWriter(transforms: transforms)))
        return layout.text.escapingControlsInJSON + "\n"
    }

    /// Returns the members of the file as a tree.
    func members(_ writer: FileWriter) throws(MappingFileError) -> [PayloadNode.Member] {
        var writer = writer
        let entry = FileEntry(self, &writer)
        let node = FileEntry.fields.node(entry, &writer)
        if node.isDeeper(than: Self.payloadOptions.limits.nestingDepth) {
            writer.report("a value or a transform is nested too deeply to be read again")
        }
        guard writer.problems.isEmpty else { throw MappingFileError(problems: writer.problems) }
        let version = PayloadNode.tagged("mapping", .number(Int64(Self.version)))
        guard case .object(let members) = node else { return [] }
        return [PayloadNode.Member("mercator", version)] + members
    }
}

extension PayloadNode {
    /// Tests whether the tree has more than a number of levels of containers.
    fileprivate func isDeeper(than limit: Int) -> Bool {
        switch self {
        case .object(let members):
            limit == 0 || members.contains { $0.value.isDeeper(than: limit - 1) }
        case .array(let elements):
            limit == 0 || elements.contains { $0.isDeeper(than: limit - 1) }
        case .null, .boolean, .number, .string: false
        }
    }
}
