import ObjectGraph

extension MappingFile {
    /// Returns the file with what another one, inferred from a newer sample, adds to it.
    ///
    /// New entities, attributes, relationships, connections and root paths are added; attributes
    /// are recognized by their paths, not by their names. The type of an attribute becomes wider,
    /// and a to-one relationship to-many, if the sample requires it. All else stays: what the
    /// sample lacks, what is fixed, what is ignored, and every identification, connection and
    /// merging of places that was decided before. What the sample contradicts is reported.
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
    /// - Complexity: O(*n* × *p*) in the numbers of properties and of places.
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
