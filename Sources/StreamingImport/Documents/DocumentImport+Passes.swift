import EntityMapper
import MercatorPayload
import ObjectGraph

/// The passes over a file.
extension DocumentImport {
    /// Returns the passes in execution order.
    ///
    /// - Throws: ``ImportError`` with code `cannotRead`, `malformedSource`, `rootsNotFound` or
    ///   `documentTooLong`.
    func passes(over path: String) throws -> [ImportOperation] {
        let file = try SourceFile(path)
        guard let size = file.size else {
            throw ImportError(
                .cannotRead, "cannot read '\(path)' several times: it is a pipe; write it to a file"
            )
        }
        guard size > 0 else {
            throw ImportError(
                .malformedSource, "expected a payload, found an empty file: '\(path)'")
        }
        let head = try file.bytes(at: 0, count: Fingerprint.longest)
        if let part = options.part, !form.isDivisible {
            throw ImportError(
                .indivisible,
                "expected a file of lines to read part \(part) of it, found one document: '\(path)'; "
                    + "write its records as lines, or import it as a whole")
        }
        switch form {
        case .lines:
            let line = head.prefix { $0 != Byte.lineFeed }
            // Lines may be appended, which moves the bounds of parts.
            let name =
                options.part == nil
                ? Fingerprint(of: line, at: 0).hash : "\(Fingerprint(of: head, at: 0).hash) \(size)"
            var pass = pass(plan, .lines, "lines", name)
            pass.rows = try columns.map { try RowNames($0, of: file, isLines: true) }
            return [pass]
        case .other(let parse):
            let name = "\(Fingerprint(of: head, at: 0).hash) \(size)"
            var pass = try whole(plan.mappings.roots, size, name)
            pass.parseDocument = naming(parse)
            return [pass]
        case .json:
            let name = "\(Fingerprint(of: head, at: 0).hash) \(size)"
            var passes = try passes(scan(file), size, name)
            let rows = try columns.map { try RowNames($0, of: file, isLines: false) }
            for index in passes.indices where passes[index].format == .array(at: "") {
                passes[index].rows = rows
            }
            guard !passes.isEmpty || !plan.mappings.requiresRoots else {
                throw try notFound(in: file, size)
            }
            return passes
        }
    }

    private func passes(
        _ scan: RootScan, _ size: Int, _ name: String
    ) throws -> [ImportOperation] {
        var passes: [ImportOperation] = []
        var others: [MappingSet.Root] = []
        for (index, root) in plan.roots.enumerated() {
            let declared = plan.mappings.roots[index]
            let format: ImportFormat
            switch scan.kinds[index] {
            case nil where !scan.isMalformed && root.path.isPlain: continue
            case .array where canStream(root.path): format = .array(at: root.path)
            case .object where canStream(root.path) && plan.forcesCollection(root.mapping):
                format = .members(at: root.path)
            default:
                others.append(declared)
                continue
            }
            guard let records = recordPlans[declared.mapping] else { continue }
            passes.append(pass(records, format, "\(format)", name))
        }
        // A document that is malformed before any root is parsed for its fault.
        if !others.isEmpty, !scan.isMalformed || passes.isEmpty {
            passes.append(try whole(others, size, name))
        }
        return passes
    }

    /// Returns the error for a document without any of the root paths.
    private func notFound(in file: SourceFile, _ size: Int) throws -> ImportError {
        let paths = plan.roots.map(\.path)
        guard size <= documentBytes else {
            let names = paths.map { "'\($0)'" }.joined(separator: ", ")
            return ImportError(
                .rootsNotFound, "expected one of the root paths \(names), found none")
        }
        do {
            let document = try pass(plan, .document, "", "").parseDocument(
                file.bytes(at: 0, count: size))
            let error = MappingError(unmapped: document, at: paths)
            return ImportError(.rootsNotFound, error.message, cause: error)
        } catch {
            return ImportError(malformed: error)
        }
    }

    private func canStream(_ path: PayloadPath) -> Bool { path.isPlain && !plan.readsTopLevel }

    /// Returns the pass that maps some root paths in the document as a whole.
    private func whole(
        _ roots: [MappingSet.Root], _ size: Int, _ name: String
    ) throws -> ImportOperation {
        guard size <= documentBytes else {
            let names = roots.map { $0.path.components.isEmpty ? "the top" : "'\($0.path)'" }
            throw ImportError(
                .documentTooLong,
                "expected a document of at most \(documentBytes) bytes, found \(size): "
                    + "\(names.joined(separator: ", ")) can be mapped only with the whole document; "
                    + "give the path of an array or a map as the root")
        }
        var plan = plan
        if roots != plan.mappings.roots {
            var mappings = plan.mappings
            mappings.roots = roots
            plan = try MappingPlan(mappings, compiledIn: plan)
        }
        var pass = pass(plan, .document, "document", name)
        pass.parseDocument = naming(pass.parseDocument)
        return pass
    }

    /// Returns a parser that names the values of rows.
    private func naming(
        _ parse: @escaping @Sendable ([UInt8]) throws -> PayloadDocument
    ) -> @Sendable ([UInt8]) throws -> PayloadDocument {
        guard let columns else { return parse }
        return { try parse($0).namingRows(like: columns) }
    }

    private func pass(
        _ plan: MappingPlan, _ format: ImportFormat, _ root: String, _ name: String
    ) -> ImportOperation {
        var options = options
        options.checkpoint = options.checkpoint.map { "\($0) \(name) \(root)" }
        var pass = ImportOperation(everyRootOf: plan, format: format, options: options)
        pass.metadata = metadata
        pass.account = account
        return pass
    }

    /// Finds the kinds of the values at the root paths.
    private func scan(_ file: SourceFile) throws -> RootScan {
        let paths = plan.roots.map(\.path)
        var scan = RootScan(paths.map { $0.isPlain ? $0 : .root })
        var chunks = FileChunks(file, from: 0)
        var isFirst = true
        while !scan.isOver, let chunk = try chunks.nextChunk() {
            let isMarked = isFirst && chunk.starts(with: Byte.byteOrderMark)
            isFirst = false
            scan.read(isMarked ? Array(chunk.dropFirst(Byte.byteOrderMark.count)) : chunk)
        }
        scan.finish()
        return scan
    }
}
