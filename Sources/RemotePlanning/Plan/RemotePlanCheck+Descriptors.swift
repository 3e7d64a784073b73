import EntityMapper
import HTTPValues
import MercatorPayload
import ObjectGraph
import PayloadFormats
import RepresentationWriting
import ResourceMapping

/// Requests.
extension RemotePlanCheck {
    /// Checks the contents of requests; returns their compiled writers.
    mutating func checkRequests() -> [WriterKey: RepresentationWriter] {
        var writers: [WriterKey: RepresentationWriter] = [:]
        for descriptor in server.requests {
            check(nil, descriptor.methods, of: descriptor)
            check(descriptor.headers, of: descriptor)
            checkFormat(of: descriptor)
            checkVersion(of: descriptor)
            for name in mappings(of: descriptor) { compile(descriptor, name, &writers) }
        }
        reportAmbiguous(server.requests) { descriptor, other in
            descriptor.entity == other.entity && descriptor.methods.rank == other.methods.rank
                && descriptor.methods.overlaps(other.methods)
        }
        return writers
    }

    private mutating func checkFormat(of descriptor: RequestDescriptor) {
        if !descriptor.format.canWrite {
            report(
                .request, descriptor,
                "\(descriptor.format) cannot be written; use another format, such as JSON")
        } else if descriptor.format.mimeTypes.first?.isExact != true {
            report(
                .request, descriptor,
                "\(descriptor.format) has no content type; begin its MIME types with an exact one")
        }
        if descriptor.patch == .mergePatch, descriptor.format != .json {
            report(
                .request, descriptor,
                "a merge patch is JSON, not \(descriptor.format); use .changes or JSON")
        }
    }

    private mutating func checkVersion(of descriptor: RequestDescriptor) {
        guard let name = descriptor.version, let entity = plan.model[descriptor.entity] else {
            return
        }
        guard let type = entity.attribute(named: name)?.type else {
            let advice = Suggestion.text(for: name, among: entity.attributes.map(\.name))
            report(.request, descriptor, "no attribute '\(name)' in \(entity.name)\(advice)")
            return
        }
        guard ![.string, .integer16, .integer32, .integer64].contains(type) else { return }
        report(
            .request, descriptor,
            "expected a text or an integer as version, found '\(name)' of type \(type)")
    }

    /// Returns the names of the mappings that can write the objects of an entity.
    private mutating func mappings(of descriptor: RequestDescriptor) -> [String] {
        guard let entity = entity(descriptor.entity, of: descriptor) else { return [] }
        if let name = descriptor.mapping {
            guard hasMapping(name, of: descriptor) else { return [] }
            let other = plan.mappings.mappings.first { $0.name == name }?.entity.name
            guard let other, other != entity.name,
                !entity.ancestors.contains(where: { $0.name == other })
            else { return [name] }
            report(
                .mapping, descriptor,
                "mapping '\(name)' is for \(other), not for \(entity.name); use one for "
                    + "\(entity.name) or an ancestor")
            return []
        }
        let family = plan.model.entities.filter { other in
            other.name == entity.name || other.ancestors.contains { $0.name == entity.name }
        }
        var names: [String] = []
        for entity in family {
            guard let index = plan.remoteMapping(of: entity) else { continue }
            let name = plan.mappings.mappings[index].name
            if !names.contains(name) { names.append(name) }
        }
        if names.isEmpty {
            report(
                .mapping, descriptor,
                "nothing is mapped for \(entity.name); add an EntityMapping for it to the plan")
        }
        return names
    }

    private mutating func compile(
        _ descriptor: RequestDescriptor, _ mapping: String,
        _ writers: inout [WriterKey: RepresentationWriter]
    ) {
        var messages: [String] = []
        for key in Self.writers(of: descriptor, mapping) {
            let identifiers = key.isMerging ? identifiers(of: mapping) : []
            do throws(MappingPlanError) {
                writers[key] = try RepresentationWriter(
                    plan, mapping: mapping, profile: key.profile, root: descriptor.root,
                    excluding: identifiers)
            } catch {
                for problem in error.problems where !messages.contains(problem.description) {
                    messages.append(problem.description)
                }
            }
        }
        for message in messages { report(.request, descriptor, message) }
    }
}

/// The writers of requests.
extension RemotePlanCheck {
    private static func writers(of descriptor: RequestDescriptor, _ mapping: String) -> [WriterKey]
    {
        func key(_ profile: RepresentationProfile, isMerging: Bool = false) -> WriterKey {
            WriterKey(
                descriptor: descriptor, mapping: mapping, profile: profile, isMerging: isMerging)
        }
        var keys: [WriterKey] = []
        if descriptor.methods.contains(.post) { keys.append(key(.create)) }
        if descriptor.methods.contains(.put) { keys.append(key(.update)) }
        guard descriptor.methods.contains(.patch) else { return keys }
        guard descriptor.patch == .mergePatch else { return keys + [key(.patch)] }
        return keys + [key(.patch, isMerging: true), key(.update, isMerging: true)]
    }

    /// Returns the attributes that identify the objects of an entity mapping.
    private func identifiers(of mapping: String) -> Set<String> {
        guard let index = plan.mappings.mappings.firstIndex(where: { $0.name == mapping }) else {
            return []
        }
        return Set(plan.representedAttributes(of: index).filter(\.isIdentifying).map(\.name))
    }
}

/// Responses and errors.
extension RemotePlanCheck {
    mutating func checkResponses() {
        for descriptor in server.responses {
            check(descriptor.pattern, descriptor.methods, of: descriptor)
            checkStatuses(
                descriptor.statuses, of: descriptor,
                { (200...299).contains($0) || $0 == 409 || $0 == 412 },
                "expected statuses from 200 to 299, 409 or 412; describe others by addError")
            if hasMapping(descriptor.mapping, of: descriptor) { checkRoot(of: descriptor) }
            checkScope(of: descriptor)
        }
        reportAmbiguous(server.responses) { descriptor, other in
            descriptor.root == other.root
                && Self.areEqual(
                    descriptor.pattern, descriptor.methods, descriptor.statuses,
                    other.pattern, other.methods, other.statuses)
        }
    }

    mutating func checkErrors() {
        for descriptor in server.errors {
            check(descriptor.pattern, descriptor.methods, of: descriptor)
            checkStatuses(
                descriptor.statuses, of: descriptor, { (300...599).contains($0) },
                "expected statuses from 300 to 599; describe success by addResponse")
        }
        reportAmbiguous(server.errors) { descriptor, other in
            Self.areEqual(
                descriptor.pattern, descriptor.methods, descriptor.statuses,
                other.pattern, other.methods, other.statuses)
        }
    }

    mutating func checkDependencies() {
        for dependency in server.dependencies {
            check(dependency.dependents, .any, of: dependency)
            check(dependency.source, .any, of: dependency)
        }
    }

    private mutating func checkStatuses(
        _ statuses: StatusSet, of subject: some CustomStringConvertible,
        _ isAllowed: (Int) -> Bool, _ message: String
    ) {
        if statuses.ranges.isEmpty {
            report(.statuses, subject, "the set of statuses is empty; leave it out for the usual")
        }
        let ends = statuses.ranges.flatMap { [$0.lowerBound, $0.upperBound] }
        if !ends.allSatisfy(isAllowed) {
            report(.statuses, subject, "\(message); found \(statuses)")
        }
    }

    private static func areEqual(
        _ pattern: PathPattern?, _ methods: MethodSet, _ statuses: StatusSet,
        _ otherPattern: PathPattern?, _ otherMethods: MethodSet, _ otherStatuses: StatusSet
    ) -> Bool {
        guard methods.rank == otherMethods.rank, methods.overlaps(otherMethods),
            statuses.rank == otherStatuses.rank, statuses.overlaps(otherStatuses)
        else { return false }
        guard let pattern, let otherPattern else { return pattern == otherPattern }
        return pattern.rank == otherPattern.rank && pattern.overlaps(otherPattern)
    }

    private mutating func checkRoot(of descriptor: ResponseDescriptor) {
        var mappings = plan.mappings
        mappings.roots = [MappingSet.Root(descriptor.root, using: descriptor.mapping)]
        do throws(MappingPlanError) {
            _ = try MappingPlan(mappings, compiledIn: plan)
        } catch {
            for problem in error.problems { report(.root, descriptor, problem.description) }
        }
    }

    private mutating func checkScope(of descriptor: ResponseDescriptor) {
        guard let scope = descriptor.scope else { return }
        if !descriptor.methods.contains(.get), !descriptor.isComplete {
            report(
                .scope, descriptor,
                "only a GET has a scope of orphans; add the method, leave the scope out, or say "
                    + "with isComplete that other payloads have all objects, too")
        }
        guard case .objects(let name, let arguments) = scope.form,
            let entity = entity(name, of: descriptor)
        else { return }
        let parameters = descriptor.pattern?.parameters ?? []
        for (attribute, parameter) in arguments.sorted(by: { $0.key < $1.key }) {
            if entity.attribute(named: attribute) == nil {
                let names = entity.attributes.map(\.name)
                report(
                    .scope, descriptor,
                    "the scope: \(name) has no attribute '\(attribute)'"
                        + Suggestion.text(for: attribute, among: names))
            }
            if !parameters.contains(parameter) {
                report(
                    .scope, descriptor,
                    "the scope: the pattern has no parameter ':\(parameter)'"
                        + Suggestion.text(for: parameter, among: parameters))
            }
        }
    }
}
