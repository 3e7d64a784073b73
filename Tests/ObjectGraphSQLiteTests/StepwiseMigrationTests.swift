import ObjectGraph
import ObjectGraphSQL
import ObjectGraphSQLite
import TestSupport
import Testing

@Suite("Migrations step by step")
struct StepwiseMigrationTests {
    let file: TemporaryStore
    let steps: MigrationSteps

    init() throws {
        file = try TemporaryStore()
        try MigrationModel.fill(SQLiteStore(file.path))
        steps = try MigrationSteps()
    }

    private var first: ModelVersion { steps.first }
    private var second: ModelVersion { steps.second }
    private var third: ModelVersion { steps.third }
    private var titleToLength: MigrationStep { steps.titleToLength }
    private var nameToNames: MigrationStep { steps.nameToNames }

    private func open(_ version: ModelVersion, _ steps: [MigrationStep]) throws -> SQLiteBackend {
        try file.open(version.model, options: .init(migration: .stepwise(steps)))
    }

    @Test(arguments: ["L13 from the first version", "L13 from the second version", "from nothing"])
    func `the steps from the file's version on are run`(row: String) throws {
        let path = row == "from nothing" ? file.path + ".new" : file.path
        if row.hasSuffix("second version") { _ = try open(second, [titleToLength]) }
        let store = try SQLiteStore(
            path, options: .init(migration: .stepwise([titleToLength, nameToNames]))
        ).openBackend(for: third.model)
        try store.expectUse(of: third.model)
        guard row != "from nothing" else { return }
        let raw = try SQLiteFile(path)
        #expect(
            try raw.texts(
                "SELECT _id, length, writer, _version FROM Post WHERE length > 0 ORDER BY 1")
                == ["1|3|1|2", "3|5|NULL|2"])
        #expect(try raw.texts("SELECT text FROM Name WHERE text IS NOT NULL") == ["Anna of 3"])
        #expect(try raw.texts("SELECT source, destination FROM Person_names") == ["1|1"])
        #expect(
            try raw.texts("SELECT source, destination FROM Post_labels ORDER BY 1, position")
                == ["1|2", "1|1"])
        #expect(try raw.texts("PRAGMA foreign_key_check") == [])
        _ = try open(third, [titleToLength, nameToNames])
    }

    @Test
    func `objects of two trees come into one, with new numbers`() throws {
        let step = try steps.labelsToShapes()
        let store = try open(step.destination, [step])
        let raw = try SQLiteFile(file.path)
        #expect(
            try raw.texts("SELECT _id, _entity, title FROM Shape") == [
                "1|Circle|round", "2|Square|straight", "3|Label|a", "4|Label|b",
            ])
        #expect(
            try raw.texts("SELECT source, destination FROM Post_shapes ORDER BY 1, 2")
                == ["1|3", "1|4", "2|4"])
        #expect(try store.reserveNumbers(1, root: MigrationModel.shape) == 5..<6)
    }

    @Test
    func `what a closure throws is named, and the file stays as it was`() throws {
        struct Unlucky: Error {}
        var step = titleToLength
        step.transform("Post") { post, migration in
            guard post["title"] != "Three" else { throw Unlucky() }
            var changed = try migration.row(from: post)
            changed["length"] = 1
            return changed
        }
        let before = try SQLiteFile(file.path).dump()
        let error = storeError { _ = try open(second, [step]) }
        #expect(
            error?.message == "the migration from '1.0' to '2.0' stopped at Post/3: Unlucky(); "
                + "nothing was changed")
        #expect(try SQLiteFile(file.path).dump() == before)
        #expect(
            try open(first, [MigrationStep(from: second, to: first)])
                .row(3, root: MigrationModel.post)?.row.values.first == "Three")
    }

    @Test
    func `a failure in the second step takes the first one back`() throws {
        var step = nameToNames
        step.transform("Desk") { desk, migration in
            try migration.link(try migration.row(from: desk), "nobody", to: desk.objectID)
            return nil
        }
        let before = try SQLiteFile(file.path).dump()
        let error = storeError { _ = try open(third, [titleToLength, step]) }
        #expect(
            error?.message == "the migration from '2.0' to '3.0' stopped at Desk/1: Desk has no "
                + "relationship 'nobody' in the later version; nothing was changed")
        #expect(try SQLiteFile(file.path).dump() == before)
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let message: String
        let transform: MigrationStep.Transform

        init(_ title: String, _ message: String, _ transform: @escaping MigrationStep.Transform) {
            testDescription = title
            self.message = message
            self.transform = transform
        }
    }

    static let faults = [
        Fault("no value", "Post.length is mandatory and has no value") { try $1.row(from: $0) },
        Fault(
            "the old row",
            "Post/1 is a row of the earlier version; make the new one with row(from:)"
        ) {
            row, _ in row
        },
        Fault(
            "an unknown entity", "the later version has no entity 'Persn'; did you mean 'Person'?"
        ) {
            row, migration in try migration.makeRow("Persn")
        },
        Fault(
            "an unknown relationship",
            "Post has no relationship 'label' in the earlier version; did you mean 'labels'?"
        ) {
            row, migration in try migration.related(row, "label").first
        },
    ]

    @Test(arguments: faults)
    func `a mistake of a closure is named`(fault: Fault) throws {
        var step = titleToLength
        step.transform("Post", fault.transform)
        let error = storeError { _ = try open(second, [step]) }
        #expect(error?.code == .invalidRequest)
        #expect(
            error?.message == "the migration from '1.0' to '2.0' stopped at Post/1: "
                + "\(fault.message); nothing was changed")
    }

    @Test
    func `a file of no known version is refused, with the nearest first`() throws {
        let modified = try MigrationModel.model {
            $0["Desk"].declaredAttributes.append(AttributeDescription("extra", .string))
        }
        _ = try file.open(modified)
        let error = storeError { _ = try open(third, [titleToLength, nameToNames]) }
        #expect(error?.code == .schemaMismatch)
        #expect(
            error?.message == """
                '\(file.path)' has none of the versions that the steps know:
                - '1.0' differs in 1: Desk.extra (string) is only in the file
                - '2.0' differs in 3: Desk.extra (string) is only in the file
                - '3.0' differs in 7: Desk.extra (string) is only in the file
                Add a step from the model that the file was made for. Nothing was changed.
                """)
    }

    @Test
    func `the last step must end with the model`() throws {
        let error = storeError { _ = try open(third, [titleToLength]) }
        #expect(error?.code == .schemaMismatch)
        #expect(
            error?.message == "the migration cannot begin: the last step ends with version '2.0', "
                + "which is not the model: Name (objects of Name) is only in 'the model'; add a "
                + "step, or open the file for version '2.0'")
    }

    @Test
    func `a gap between two steps is refused`() throws {
        let steps = [titleToLength, MigrationStep(from: first, to: third)]
        let error = storeError { _ = try open(third, steps) }
        #expect(
            error?.message
                == "the migration cannot begin: the step from '1.0' to '2.0' is followed "
                + "by one from '1.0' to '3.0', which begins with another model: Post.length "
                + "(integer64, mandatory) is only in '2.0'; begin each step with the model that the "
                + "one before ends with")
    }

    @Test
    func `versions that look alike, no steps, and unknown names are refused`() throws {
        let alike = MigrationStep(from: first, to: ModelVersion("1.1", try MigrationModel.model()))
        #expect(
            storeError { _ = try open(first, [alike]) }?.message
                == "the migration cannot begin: versions '1.0' and '1.1' cannot be told apart in a "
                + "file; make one step of what is between them, or let them differ in a property")
        #expect(
            storeError { _ = try open(first, []) }?.message
                == "the migration cannot begin: there are no steps; name at least one, or use "
                + ".additive")
        var step = titleToLength
        step.transform("Pst") { row, _ in row }
        #expect(
            storeError { _ = try open(second, [step]) }?.message
                == "the migration cannot begin: the step from '1.0' to '2.0' transforms 'Pst', which "
                + "version '1.0' has not; did you mean 'Post'?")
    }

    @Test
    func `what a step neither infers nor transforms is refused`() throws {
        let error = storeError { _ = try open(second, [MigrationStep(from: first, to: second)]) }
        #expect(
            error?.message == """
                '\(file.path)' was made for another model:
                - Post.length: new and mandatory, but 3 stored objects (one is Post/1) would \
                have no value; give it a default or make it optional
                Nothing was changed.
                """)
    }

    @Test
    func `ordered members that are kept as references come in their order`() throws {
        func ordered(_ change: (inout [EntityDescription]) -> Void) throws -> ManagedObjectModel {
            try MigrationModel.model {
                $0["Person"].declaredRelationships[0] = .toMany(
                    "posts", "Post", inverse: "writer", isOrdered: true)
                change(&$0)
            }
        }
        let early = ModelVersion("ordered", try ordered { _ in })
        let late = ModelVersion(
            "summed up",
            try ordered {
                $0["Person"].declaredAttributes.append(AttributeDescription("summary", .string))
            })
        let path = file.path + ".ordered"
        let container = try PersistentContainer(model: early.model, store: SQLiteStore(path))
        try container.perform { context in
            let posts = ["One", "Two", "Three", "Four"].map { title in
                let post = context.insert("Post")
                post["title"] = .string(title)
                return post
            }
            context.insert("Person")[toMany: "posts"] = [2, 0, 3, 1].map { posts[$0] }
            try context.save()
        }
        var step = MigrationStep(from: early, to: late)
        step.transform("Person") { person, migration in
            var changed = try migration.row(from: person)
            let titles = try migration.related(person, "posts").map { "\($0["title"])" }
            changed["summary"] = .string(titles.joined(separator: " "))
            return changed
        }
        _ = try SQLiteStore(path, options: .init(migration: .stepwise([step])))
            .openBackend(for: late.model)
        #expect(
            try SQLiteFile(path).texts("SELECT summary FROM Person")
                == [#""Three" "One" "Four" "Two""#])
    }

    @Test
    func `what a step links comes behind what is there, also where an object is gone`() throws {
        let path = file.path + ".gaps"
        let container = try PersistentContainer(model: first.model, store: SQLiteStore(path))
        let post = try container.perform { context in
            let labels = ["z", "a", "b", "c"].map { name in
                let label = context.insert("Label")
                label["name"] = .string(name)
                return label
            }
            let post = context.insert("Post")
            post["title"] = "One"
            post[toMany: "labels"] = labels.dropFirst().map { $0 }
            try context.save()
            context.delete(labels[2])
            try context.save()
            return post.objectID
        }
        let later = ModelVersion(
            "1.5",
            try MigrationModel.model {
                $0["Label"].declaredAttributes.append(AttributeDescription("color", .string))
            })
        var step = MigrationStep(from: first, to: later)
        step.transform("Label") { label, migration in
            let changed = try migration.row(from: label)
            if label["name"] == "z" { try migration.link(changed, "posts", to: post) }
            return changed
        }
        let migrated = try PersistentContainer(
            model: later.model,
            store: SQLiteStore(path, options: .init(migration: .stepwise([step]))))
        let names = try migrated.perform { context in
            try context.object(with: post)?[toMany: "labels"].map { $0["name"] }
        }
        #expect(names == ["a", "c", "z"])
    }
}
