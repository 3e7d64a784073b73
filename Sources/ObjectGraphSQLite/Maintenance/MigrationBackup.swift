import ObjectGraph
import ObjectGraphSQL

/// The copy of a file that is made before a migration.
///
/// The backup is made while the file is locked for the migration, so it contains exactly the
/// previous content, and of several processes only the migrating process makes it. It gets its
/// final name after the migration: a process that dies before then leaves `NAME.partial`, which the
/// next attempt replaces.
struct MigrationBackup {
    private let source: String
    private let target: StoreFile
    private let hooks: StatementHooks

    /// Creates a backup of a file at a target path, without copying it yet.
    init(of source: String, to target: String, _ hooks: StatementHooks) {
        self.source = source
        self.target = StoreFile(target)
        self.hooks = hooks
    }

    private var partial: StoreFile { StoreFile(target.path + ".partial") }

    /// Copies the committed content; the caller has locked the file and not changed it yet.
    func make() throws(StoreError) {
        guard target.isMissing else { throw failure("it is there already") }
        partial.remove()
        do throws(StoreError) {
            let reader = try SQLiteConnection(
                path: source, access: .read, busyTimeout: .seconds(5), hooks: hooks)
            try reader.prepare("VACUUM INTO \(partial.path.quotedText)").run()
        } catch {
            partial.remove()
            throw failure(error.message)
        }
    }

    /// Gives the copy its final name.
    func keep() throws(StoreError) {
        do {
            try partial.move(to: target)
        } catch {
            throw StoreError(
                .cannotOpen,
                "'\(source)' was migrated, and its copy from before cannot be moved from "
                    + "'\(partial.path)' to '\(target.path)': \(error); move it by hand")
        }
    }

    /// Removes the copy, because the migration failed.
    func discard() { partial.remove() }

    private func failure(_ reason: String) -> StoreError {
        StoreError(
            .cannotOpen,
            "'\(source)' must be migrated, and cannot be copied to '\(target.path)' before: "
                + "\(reason); name a file that does not exist yet, in a folder that does")
    }
}
