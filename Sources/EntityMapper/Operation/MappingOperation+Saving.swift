import MercatorPayload
package import ObjectGraph

extension MappingOperation {
    /// Runs a unit of work in a context, completes it and saves the context.
    ///
    /// Each load reaches the store this way, whatever it consists of: a payload, a batch of a
    /// stream, a response, several pages.
    ///
    /// - Parameters:
    ///   - context: The context of the unit of work.
    ///   - run: Maps into the context.
    ///   - complete: Adds what is saved in the same commit, such as a checkpoint, and calls hooks.
    /// - Returns: The result of `run`.
    /// - Throws: The errors of the closures; ``MappingError`` with code `identityExists` for a
    ///   violated promise of ``IdentityLookup/insertOnly``, `ValidationError` or `StoreError` if
    ///   the context cannot be saved.
    package func commit<Mapped>(
        in context: ManagedObjectContext, _ run: () throws -> Mapped,
        completing complete: (Mapped) throws -> Void = { _ in }
    ) throws -> Mapped {
        let mapped = try run()
        try complete(mapped)
        try options.identityLookup.save(context)
        return mapped
    }

    /// Maps a payload into a context and saves it: a complete unit of work.
    func runAndSave(
        _ document: PayloadDocument, in context: ManagedObjectContext,
        into target: ManagedObjectID?, _ recollection: Recollection?
    ) throws -> MappingResult {
        var mapped: CheckedResult?
        var unchanged: StoreVersion?
        do {
            let result = try commit(in: context) {
                let result = try runChecked(document, in: context, into: target)
                mapped = result
                if recollection != nil { unchanged = try context.unchangedVersion() }
                return result
            }.afterSaving
            if let unchanged { recollection?.remember(result, at: unchanged) }
            return result
        } catch let error as ValidationError {
            throw error.noting(mapped?.beforeSaving.notesOfIssues ?? [])
        }
    }
}
