import EntityMapper
import MercatorPayload

extension DocumentImport {
    /// Returns the import whose mappings find the most values in a file.
    ///
    /// The paths of the mappings are looked up in the first records at each root path; the file
    /// name has no effect. Ties go to the import with the fewest missing root paths, then to the
    /// first.
    ///
    /// ```swift
    /// let kinds = [try DocumentImport(films), try DocumentImport(people)]
    /// let document = try DocumentImport.best(of: kinds, forFile: "page.json")
    /// let result = try await document.run(file: "page.json", in: container)
    /// ```
    ///
    /// - Parameters:
    ///   - imports: The imports, one for each kind of files; not empty.
    ///   - path: The path of the file.
    /// - Returns: One of the imports.
    /// - Throws: ``ImportError`` if the file cannot be read, is malformed, or has none of the root
    ///   paths.
    /// - Complexity: O(imports × bytes up to the first records); O(bytes) for a file that is mapped
    ///   as a whole.
    public static func best(
        of imports: [DocumentImport], forFile path: String
    ) throws -> DocumentImport {
        precondition(!imports.isEmpty, "expected an import for at least one kind of files")
        guard imports.count > 1 else { return imports[0] }
        var best: (document: DocumentImport, fit: Fit)?
        var failure: ImportError?
        for document in imports {
            do {
                let fit = try document.fit(toFile: path)
                if best.map({ $0.fit < fit }) ?? true { best = (document, fit) }
            } catch let error as ImportError {
                // A different import may read only a part of the file, or find its root paths.
                if failure.map({ $0.code == .rootsNotFound }) ?? true { failure = error }
            }
        }
        if let best, !best.fit.isEmpty || failure.map({ $0.code == .rootsNotFound }) ?? true {
            return best.document
        }
        throw failure ?? ImportError(.rootsNotFound, "expected a root path, found none")
    }

    private func fit(toFile path: String) throws -> Fit {
        let file = try SourceFile(path)
        var fit = Fit(roots: plan.mappings.roots.count)
        for var pass in try passes(over: path) {
            pass.options.batchRecords = Fit.records
            guard let records = try pass.firstBatch(of: file) else { continue }
            fit.add(records.root, pass.plan)
        }
        return fit
    }
}

/// The number of paths that mappings find in a file.
private struct Fit: Comparable {
    /// The number of records that are examined at each root path.
    static let records = 20

    /// The paths found in a record on average, over all root paths.
    private var found = 0.0
    /// The root paths without records.
    private var missing: Int

    init(roots: Int) { missing = roots }

    var isEmpty: Bool { found == 0 }

    static func < (left: Fit, right: Fit) -> Bool {
        (left.found, right.missing) < (right.found, left.missing)
    }

    /// Counts the paths of mappings in the records at their root paths.
    mutating func add(_ top: PayloadValue, _ plan: MappingPlan) {
        for (root, compiled) in zip(plan.mappings.roots, plan.roots) {
            var records: [Record] = []
            let isMap = plan.forcesCollection(compiled.mapping)
            collect(top, root.path.components[...], isMap: isMap, into: &records)
            guard !records.isEmpty else { continue }
            missing -= 1
            let paths = plan.mappings.sources(of: root.mapping)
            let sum = records.reduce(0) { sum, record in sum + record.count(of: paths) }
            found += Double(sum) / Double(records.count)
        }
    }

    /// Collects the first records at a path; an array yields its elements.
    private func collect(
        _ value: PayloadValue, _ steps: ArraySlice<PayloadPathComponent>, isMap: Bool,
        into records: inout [Record]
    ) {
        if value.kind == .array {
            for element in value.elements where records.count < Self.records {
                collect(element, steps, isMap: isMap, into: &records)
            }
        } else if let step = steps.first {
            guard let next = step.key.flatMap({ value[$0] }) else { return }
            collect(next, steps.dropFirst(), isMap: isMap, into: &records)
        } else if isMap, value.kind == .object {
            for member in value.members.prefix(Self.records) {
                records.append(Record(value: value, key: Array(member.key.utf8)))
            }
        } else if value.kind != .null {
            records.append(Record(value: value, key: nil))
        }
    }
}

/// A record, with its key if it is a member of a map.
private struct Record {
    let value: PayloadValue
    let key: [UInt8]?

    /// Returns the number of paths that lead to a value.
    func count(of paths: [PayloadPath]) -> Int {
        let tape = value.document.tape
        let evaluator = PayloadPathEvaluator(tape, key: key)
        return paths.count { path in
            switch evaluator.evaluate(path.components[...], from: value.position) {
            case .value, .list, .number: true
            case .absent, .mismatch: false
            }
        }
    }
}

extension MappingSet {
    /// Returns the mappings of records, several for a dynamic mapping.
    private func candidates(_ name: String) -> [EntityMapping] {
        let dynamic = dynamicMappings.first { $0.name == name }
        let names = Set(dynamic?.knownMappings ?? [name])
        return mappings.filter { names.contains($0.name) }
    }

    /// The different paths of the mappings of records.
    fileprivate func sources(of name: String) -> [PayloadPath] {
        let paths = candidates(name).flatMap { mapping in
            mapping.attributeMappings.map(\.source) + mapping.relationshipMappings.map(\.source)
        }
        return Array(Set(paths.filter { !$0.components.isEmpty }))
    }
}
