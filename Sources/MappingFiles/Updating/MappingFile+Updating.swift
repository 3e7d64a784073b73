import ObjectGraph

extension MappingFile {
    /// Returns the file, extended by a file inferred from a newer sample.
    ///
    /// New entities, attributes, relationships, connections and root paths are added; attributes
    /// are matched by path, not by name. Attribute types are widened, and to-one relationships
    /// become to-many, as required. Everything else is unchanged: parts missing in the sample,
    /// fixed and ignored parts, and every existing identification, connection and merging of paths.
    /// Contradictions are reported.
    ///
    /// ```swift
    /// let update = try file.updated(with: inferred)
    /// print(update.differences.map(\.description).joined(separator: "\n"))
    /// ```
    ///
    /// - Parameters:
    ///   - inferred: The file inferred from the new sample.
    ///   - policies: The treatment of what is new or does not fit.
    /// - Returns: The updated file, with the changes and the contradictions.
    /// - Throws: ``MappingFileUpdateError`` if a policy does not allow a change.
    /// - Complexity: O(*n* × *p*) in the numbers of properties and of paths.
    public func updated(
        with inferred: MappingFile, _ policies: UpdatePolicies = UpdatePolicies()
    ) throws(MappingFileUpdateError) -> Update {
        var update = FileUpdate(self, inferred, policies)
        update.run()
        guard update.refused.isEmpty else {
            throw MappingFileUpdateError(differences: update.refused)
        }
        let file = update.file.resolved
        return Update(
            file: file, differences: file.differences(from: self) + update.reports)
    }
}
