import ObjectGraph

extension MappingFile {
    /// The treatment of additions to a mapping file, and of contradictions.
    public struct UpdatePolicies: Sendable, Hashable {
        /// The treatment of entities, properties, connections and root paths that the file lacks.
        public var onNew: NewPolicy
        /// The treatment of values that the type of an attribute, or a to-one relationship, cannot
        /// keep.
        public var onType: TypePolicy

        /// Creates policies.
        ///
        /// - Parameters:
        ///   - onNew: The treatment of new parts.
        ///   - onType: The treatment of values that do not fit.
        public init(onNew: NewPolicy = .add, onType: TypePolicy = .widen) {
            self.onNew = onNew
            self.onType = onType
        }
    }

    /// The treatment of parts that a mapping file lacks.
    public enum NewPolicy: String, Sendable, Hashable, Codable, CaseIterable {
        /// Adds it.
        case add
        /// Reports it, and leaves the file as it is.
        case report
        /// Makes the update fail.
        case fail
    }

    /// The treatment of values that do not fit.
    public enum TypePolicy: String, Sendable, Hashable, Codable, CaseIterable {
        /// Changes the attribute to a type that keeps all values, or the relationship to to-many.
        case widen
        /// Reports them, and leaves the file as it is.
        case report
        /// Makes the update fail.
        case fail
    }

    /// An updated mapping file, with the differences applied and reported.
    public struct Update: Sendable, Equatable {
        /// The file after the update.
        public let file: MappingFile
        /// The applied changes, followed by the ones that were only reported.
        public let differences: [Difference]

        /// The changes to the file.
        public var changes: [Difference] { differences.filter { $0.kind != .reported } }

        /// The contradictions between the sample and the file, which change nothing.
        public var reports: [Difference] { differences.filter { $0.kind == .reported } }
    }
}

/// An error for an update that a policy does not allow; the file stays as it is.
public struct MappingFileUpdateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The differences that the policy does not allow.
    public let differences: [MappingFile.Difference]

    /// A line for each difference.
    public var description: String {
        "The sample does not fit the mapping file:\n"
            + TextLines(differences, limit: 50).bulleted
    }
}

extension MappingFileUpdateError: CustomReflectable {
    /// The first differences, and their total number.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["differences": Array(differences.prefix(20)), "count": differences.count])
    }
}
