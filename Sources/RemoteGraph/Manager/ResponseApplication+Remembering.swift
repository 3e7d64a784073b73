import EntityMapper
import ObjectGraph
import OutboxEntries
import ResourceMapping

/// The versions of resources, which the store remembers along with the objects.
extension ResponseApplication {
    /// Whether the server has done what was asked, or had done it before, so that what is
    /// remembered of the resource, and of those that depend on it, is obsolete.
    ///
    /// Source: RFC 9111, section 4.4.
    var isChange: Bool {
        let method = job.request.request.method
        let isGone = method == .delete && (exchange.status == 404 || exchange.status == 410)
        return job.request.request.isChange
            && ((200...299).contains(exchange.status) || exchange.isRedirected || isGone)
    }

    /// Adds to a unit of work what the store remembers of the response.
    ///
    /// A validator that another manager has moved meanwhile makes the save fail with a conflict,
    /// and the unit of work be repeated.
    func remember(_ result: MappingResult?, in context: ManagedObjectContext) throws {
        if isChange {
            var changes: [ValidatorKey: String?] = [:]
            for key in try obsoleteKeys(in: context) { changes[key] = .some(nil) }
            if let (key, text) = version { changes[key] = text }
            for (key, text) in changes { try move(key, to: text, in: context) }
        } else if job.request.request.method == .get, let key = key(of: exchange.url) {
            guard let roots = try roots(of: result, in: context) else { return }
            try move(key, to: result.flatMap { text(of: $0, roots, in: context) }, in: context)
        }
    }

    func move(
        _ key: ValidatorKey, to text: String?, in context: ManagedObjectContext
    ) throws {
        let current = try context.checkpoint(key.checkpoint)
        guard current != text else { return }
        context.moveCheckpoint(CheckpointChange(key.checkpoint, from: current, to: text))
    }

    private func key(of url: String) -> ValidatorKey? {
        plan.validatorKey(of: url, job.request.request.headers, identity: exchange.identity)
    }

    /// Returns what is remembered of a mapped response.
    ///
    /// A response that was not taken as a whole must come again, perhaps for other mappings, so
    /// only its version is remembered, as that of what is edited.
    private func text(
        of result: MappingResult, _ roots: [ManagedObjectID], in context: ManagedObjectContext
    ) -> String? {
        result.isWhole && !context.assignsSubstitutes
            ? representation(roots) : StoredValidator(versionOf: exchange)?.text
    }

    private func representation(_ roots: [ManagedObjectID]) -> String? {
        StoredValidator(
            exchange, to: Secrets(plan.server).keeping(job.request.request.headers), roots,
            plan: validators.content, hasCookies: options.cookies != nil)?.text
    }

    /// Returns the objects of a result that exist; `nil` if one of them has edits that were not
    /// sent.
    ///
    /// Such an object was not mapped. The version of the response is not that of the object, and
    /// must not become the condition of sending the edits.
    private func roots(
        of result: MappingResult?, in context: ManagedObjectContext
    ) throws -> [ManagedObjectID]? {
        let edited = try context.objectsWithEntries(
            among: result?.array ?? [], except: job.entry)
        var roots: [ManagedObjectID] = []
        for identifier in result?.array ?? [] {
            guard let object = try context.object(with: identifier) else { continue }
            guard !edited.contains(identifier), !plan.isMarkedEdited(object) else { return nil }
            roots.append(identifier)
        }
        return roots
    }
}

/// Changes at the server.
extension ResponseApplication {
    /// The version of the resource after the change, and the name of its validator.
    ///
    /// Source: RFC 9110, sections 8.8.3, 9.3.4 and 15.3.2.
    private var version: (ValidatorKey, String)? {
        let url =
            switch exchange.method {
            case .put, .patch: exchange.url
            case .post where exchange.status == 201: target(of: "Location")
            default: String?.none
            }
        guard !exchange.isRedirected, let url, let key = key(of: url),
            let validator = StoredValidator(versionOf: exchange)
        else { return nil }
        return (key, validator.text)
    }

    /// Returns the URL to which a field of the response leads; `nil` for one of another origin.
    private func target(of field: String) -> String? {
        guard let reference = exchange.headers[field] else { return nil }
        let url = RemoteURL.resolve(reference, against: exchange.url)
        return Origin(url) == Origin(exchange.url) ? url : nil
    }

    /// Returns the names of the validators of the resource and of those that depend on it.
    func obsoleteKeys(in context: ManagedObjectContext) throws -> [ValidatorKey] {
        let urls = [exchange.url] + ["Location", "Content-Location"].compactMap(target)
        let keys = urls.compactMap(key)
        guard let own = keys.first, let path = plan.base.path(of: exchange.url) else { return keys }
        let sources = plan.server.dependencies.compactMap { dependency in
            dependency.source.arguments(in: path).map { (dependency, $0) }
        }
        guard !sources.isEmpty else { return keys }
        return try keys
            + context.checkpoints(behind: own.group, withTexts: false)
            .map { ValidatorKey(checkpoint: $0.key) }
            .filter { key in
                plan.base.path(of: key.url).map { path in
                    sources.contains { $0.0.includes(path, $0.1) }
                } ?? false
            }
    }
}
