package import ObjectGraph
import Payload

extension MappingOperation {
    /// Saves a context that the operation has changed, as `run(_:in:)` does with a container.
    package func save(_ context: ManagedObjectContext) throws {
        try options.identityLookup.save(context)
    }

    /// Maps a payload into a context and saves it: a complete unit of work.
    func runAndSave(
        _ document: PayloadDocument, in context: ManagedObjectContext,
        into target: ManagedObjectID?
    ) throws -> MappingResult {
        let result = try runChecked(document, in: context, into: target)
        do {
            try save(context)
        } catch let error as ValidationError {
            throw error.noting(result.beforeSaving.notesOfIssues)
        }
        return result.afterSaving
    }
}
