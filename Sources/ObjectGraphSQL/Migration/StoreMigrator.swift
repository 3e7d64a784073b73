package import ObjectGraph

/// Migrates a file to a model, as far as the options allow.
package struct StoreMigrator {
    let path: String
    let migration: StoreMigration
    let model: ManagedObjectModel
    let dialect: any SQLDialect

    package init(
        path: String, migration: StoreMigration, model: ManagedObjectModel,
        dialect: any SQLDialect
    ) {
        self.path = path
        self.migration = migration
        self.model = model
        self.dialect = dialect
    }

    /// Checks the steps, even if the file does not need them, so that mistakes are
    /// reported immediately.
    package func checkSteps() throws(StoreError) {
        guard case .stepwise(let steps) = migration else { return }
        _ = try VersionChain(path, steps, model, dialect)
    }

    /// Returns the schema of a store whose tables match the model; otherwise `nil`.
    package func current(_ session: any SQLSession) throws(StoreError) -> StoreSchema? {
        let schema = StoreSchema(model, existing: try session.storedDefinitions(), dialect)
        let fingerprint = try session.texts(StoreSchema.fingerprintQuestion).first
        return fingerprint == schema.fingerprint ? schema : nil
    }

    /// Checks whether the file can be migrated, without writing.
    ///
    /// - Throws: ``StoreError`` with code `schemaMismatch`.
    package func check(_ session: any SQLSession) throws(StoreError) {
        guard case .stepwise(let steps) = migration else {
            _ = try permitted(try compare(session))
            return
        }
        let chain = try VersionChain(path, steps, model, dialect)
        let definitions = try session.storedDefinitions()
        guard !definitions.isEmpty else { return }
        _ = try chain.remaining(definitions, session)
    }

    /// Tests whether only additions are necessary.
    package func isExtension(_ session: any SQLSession) throws(StoreError) -> Bool {
        if case .stepwise = migration { return false }
        return try compare(session).isExtension
    }

    /// Creates or changes the tables; the caller has opened a transaction.
    package func run(_ session: any SQLSession) throws(StoreError) -> StoreSchema {
        guard case .stepwise(let steps) = migration else { return try infer(session) }
        let chain = try VersionChain(path, steps, model, dialect)
        let definitions = try session.storedDefinitions()
        guard !definitions.isEmpty else { return try infer(session) }
        for step in try chain.remaining(definitions, session) { try run(step, session) }
        // The last version has the same entities as the model, but their order may differ.
        return try infer(session)
    }

    private func infer(_ session: any SQLSession) throws(StoreError) -> StoreSchema {
        let comparison = try permitted(try compare(session))
        let (schema, stored) = (comparison.schema, comparison.stored)
        if comparison.isExtension {
            try SchemaExtension(schema: schema, stored: stored).run(comparison.match, path, session)
        } else {
            try SearchIndexes(session).removeAll()
            try SchemaRebuild(
                path: path, session: session, schema: schema, stored: stored,
                match: comparison.match, allowsLoss: allowsLoss, step: nil
            ).run()
        }
        try session.forgetStatements()
        return schema
    }

    private var allowsLoss: Bool {
        if case .additive = migration { false } else { true }
    }

    private func compare(_ session: any SQLSession) throws(StoreError) -> SchemaComparison {
        let stored = StoredSchema(try session.storedDefinitions())
        let match = ModelMatch(model, stored)
        let schema = StoreSchema(model, existing: match.carried, dialect)
        return try SchemaComparison(schema, stored, match, session)
    }

    private func permitted(
        _ comparison: SchemaComparison
    ) throws(StoreError) -> SchemaComparison {
        let refused = comparison.differences.filter { !allowsLoss || $0.need == .step }
        guard refused.isEmpty else { throw .mismatch(path, refused) }
        return comparison
    }

    private func run(_ step: MigrationStep, _ session: any SQLSession) throws(StoreError) {
        let definitions = try session.storedDefinitions()
        let stored = StoredSchema(definitions)
        let transformed = Set(step.transforms.keys)
        let match = ModelMatch(step.destination.model, stored, transformed: transformed)
        let schema = StoreSchema(step.destination.model, existing: match.carried, dialect)
        let comparison = try SchemaComparison(schema, stored, match, session)
        let open = comparison.differences.filter {
            $0.need == .step && ($0.concerns.isEmpty || !$0.concerns.isSubset(of: transformed))
        }
        guard open.isEmpty else { throw .mismatch(path, open) }
        let old = StoreSchema(step.source.model, existing: definitions, dialect)
        try SearchIndexes(session).removeAll()
        let run = StepRun(step, old, schema, comparison.match, session)
        try SchemaRebuild(
            path: path, session: session, schema: schema, stored: stored,
            match: comparison.match, allowsLoss: true, step: run
        ).run()
        try session.forgetStatements()
    }
}

extension ModelMatch {
    /// The definitions whose tables and columns keep their names, with the names of the model;
    /// renamed entities and properties get new ones.
    var carried: [StoreDefinition] {
        var carried: [StoreDefinition] = []
        for layout in model.layouts {
            guard let name = entities[layout.index], name == layout.name,
                let tree = stored.tree(of: name), origins[layout.root] == tree
            else { continue }
            let isSameTree = tree.root == model.layouts[layout.root].name
            if isSameTree, layout.root == layout.index,
                let own = stored.definitions[.init(entity: name, property: "")]
            {
                carried.append(own)
            }
            for property in stored.properties(of: name) {
                guard let definition = stored[name, property],
                    sources[definition.key]?.map(\.key) == [definition.key],
                    staysAlike(definition, layout, isSameTree)
                else { continue }
                carried.append(definition)
                if let positions = stored.positions(of: definition) { carried.append(positions) }
            }
        }
        return carried
    }

    /// Tests whether a column remains a column of the same table, or a link table a link table.
    private func staysAlike(
        _ definition: StoreDefinition, _ layout: EntityLayout, _ isSameTree: Bool
    ) -> Bool {
        let name = definition.key.property
        let storage = model.relationship(named: name, of: layout.index)?.storage
        return switch (definition.content, storage) {
        case (.links, .links): true
        case (.reference, .reference), (.attribute, nil): isSameTree
        default: false
        }
    }
}
