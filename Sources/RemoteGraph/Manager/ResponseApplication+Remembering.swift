import EntityMapper
import HTTPValues
import ObjectGraph
import OutboxEntries
import RemotePlanning

/// Storing the versions of resources along with the objects.
extension ResponseApplication {
    /// Indicates whether the request changed the resource, now or earlier.
    ///
    /// Stored validators of the resource and its dependents are then obsolete.
    ///
    /// Source: RFC 9111, section 4.4.
    var isChange: Bool {
        let method = job.request.request.method
        let isGone = method == .delete && (exchange.status == 404 || exchange.status == 410)
        return job.request.request.isChange
            && ((200...299).contains(exchange.status) || exchange.isRedirected || isGone)
    }

    /// Adds the validator of the response to a unit of work.
    ///
    /// If a different manager has changed the validator concurrently, the save fails with a
    /// conflict, and the unit of work is repeated.
    func remember(_ result: MappingResult?, in context: ManagedObjectContext) throws {
        if isChange {
            var changes: [ValidatorKey: String?] = [:]
            for key in try obsoleteKeys(in: context) { changes[key] = .some(nil) }
            if let (key, text) = version { changes[key] = text }
            for (key, text) in changes { try move(key, to: text, in: context) }
        } else if job.request.request.method == .get, let key = key(of: exchange.url) {
            // A response that crosses an edit can be older than the version that the edit has left.
            guard crossingEdits.isEmpty, let roots = try roots(of: result, in: context) else {
                return
            }
            try move(key, to: result.flatMap { text(of: $0, roots, in: context) }, in: context)
        }
    }

    func move(
        _ key: ValidatorKey, to text: String?, in context: ManagedObjectContext
    ) throws {
        let current = try context.metadata(key.metadataKey)
        guard current != text else { return }
        context.compareAndSet(MetadataChange(key.metadataKey, from: current, to: text))
    }

    private func key(of url: String) -> ValidatorKey? {
        plan.validatorKey(of: url, job.request.request.headers, identity: exchange.identity)
    }

    /// Returns the validator of a mapped response.
    ///
    /// A response that was mapped only partly must be received again, perhaps by other mappings, so
    /// only its version is stored, as the version of edited objects.
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

    /// Returns the existing objects of a result; `nil` if one of them has unsent edits.
    ///
    /// Such an object was not mapped. The response's version is not the object's version, and must
    /// not become the condition for sending its edits.
    private func roots(
        of result: MappingResult?, in context: ManagedObjectContext
    ) throws -> [ManagedObjectID]? {
        let edited = try context.objectsWithEntries(
            among: result?.array ?? [], except: job.entry?.id)
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

    /// Returns the URL in a header field; `nil` for a different origin.
    private func target(of field: String) -> String? {
        guard let reference = exchange.headers[field] else { return nil }
        let url = RemoteURL.resolve(reference, against: exchange.url)
        return Origin(url) == Origin(exchange.url) ? url : nil
    }

    /// Returns the validator keys of the resource and its dependents.
    func obsoleteKeys(in context: ManagedObjectContext) throws -> [ValidatorKey] {
        let urls = [exchange.url] + ["Location", "Content-Location"].compactMap(target)
        let keys = urls.compactMap(key)
        guard let own = keys.first, let path = plan.base.path(of: exchange.url) else { return keys }
        let sources = plan.server.dependencies.compactMap { dependency in
            dependency.source.arguments(in: path).map { (dependency, $0) }
        }
        guard !sources.isEmpty else { return keys }
        return try keys
            + context.metadata(behind: own.group, withTexts: false)
            .map { ValidatorKey(metadataKey: $0.key) }
            .filter { key in
                plan.base.path(of: key.url).map { path in
                    sources.contains { $0.0.includes(path, $0.1) }
                } ?? false
            }
    }
}
