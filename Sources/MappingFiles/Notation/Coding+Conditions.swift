import EntityMapper
import MercatorPayload
import ObjectGraph

extension Coding where Value == EntityPredicate {
    /// The text of a predicate; `{"type": "Issue"}` for the equality of an attribute and a value.
    static var predicate: Coding {
        Coding { predicate, writer in
            if case .comparison(let path, .equal, let value) = predicate.node,
                path.components.count == 1
            {
                return .tagged(path.components[0], Coding<_>.value.write(value, &writer))
            }
            let text = predicate.description
            if (try? EntityPredicate(format: text)) != predicate {
                writer.report("the condition '\(text.shortened())' has no text that gives it back")
            }
            return .string(text)
        } read: { value, reader in
            if value.kind == .object { return equalities(value, &reader) }
            guard let text = value.string else {
                reader.mismatch(value, expected: "the text of a condition, or an object")
                return nil
            }
            do throws(PredicateFormatError) {
                return try EntityPredicate(format: text)
            } catch {
                reader.report(.value, at: value, "\(error)")
                return nil
            }
        }
    }

    private static func equalities(
        _ value: PayloadValue, _ reader: inout FileReader
    ) -> EntityPredicate? {
        var conditions: [EntityPredicate] = []
        for member in reader.members(of: value) {
            guard let other = Coding<_>.value.read(member.value, &reader) else { continue }
            let path = PropertyPath(components: [member.key])
            conditions.append(EntityPredicate(.comparison(path, .equal, other)))
        }
        guard let first = conditions.first else { return .true }
        return conditions.dropFirst().reduce(first) { $0 && $1 }
    }
}

extension Coding where Value == RepresentationPredicate {
    /// An object: `{"at": "age", "atLeast": 18}`, `{"exists": "guardian"}`, or a list of conditions
    /// as `all` or `any`, or a condition as `not`.
    static var condition: Coding {
        Coding { predicate, writer in
            node(predicate, &writer)
        } read: { value, reader in
            condition(value, &reader)
        }
    }

    private static func node(
        _ predicate: RepresentationPredicate, _ writer: inout FileWriter
    ) -> PayloadNode {
        switch predicate.node {
        case .comparison(let path, let comparison, let value):
            return .object([
                .init("at", Coding<_>.path.write(path, &writer)),
                .init(comparison.rawValue, Coding<_>.value.write(value, &writer)),
            ])
        case .exists(let path): return .tagged("exists", Coding<_>.path.write(path, &writer))
        case .all(let parts): return .tagged("all", .array(parts.map { node($0, &writer) }))
        case .any(let parts): return .tagged("any", .array(parts.map { node($0, &writer) }))
        case .not(let part): return .tagged("not", node(part, &writer))
        case .tooDeep:
            writer.report("a condition is nested too deeply")
            return .null
        }
    }

    private static func condition(
        _ value: PayloadValue, _ reader: inout FileReader
    ) -> RepresentationPredicate? {
        let members = reader.members(of: value, expected: "an object with a condition")
        let comparisons = RepresentationPredicate.Comparison.allCases.map(\.rawValue)
        let operators = ["all", "any", "exists", "not"]
        guard let main = members.first(where: { (operators + comparisons).contains($0.key) }) else {
            if let member = members.first(where: { $0.key != "at" }) ?? members.first {
                reader.unknown(member.key, at: member.name, among: operators + comparisons)
            }
            return nil
        }
        let isComparison = comparisons.contains(main.key)
        for member in members where member.key != main.key && (member.key != "at" || !isComparison)
        {
            reader.unknown(
                member.key, at: member.name, among: isComparison ? ["at", main.key] : [main.key])
        }
        switch main.key {
        case "exists": return Coding<_>.path.read(main.value, &reader).map { .exists($0) }
        case "all": return Coding<_>.list(of: condition).read(main.value, &reader).map { .all($0) }
        case "any": return Coding<_>.list(of: condition).read(main.value, &reader).map { .any($0) }
        case "not": return condition(main.value, &reader).map { .not($0) }
        default: break
        }
        guard let at = members.first(where: { $0.key == "at" })?.value else {
            reader.report(.member, at: main.name, "a comparison needs the path to its value, 'at'")
            return nil
        }
        guard let path = Coding<_>.path.read(at, &reader),
            let comparison = RepresentationPredicate.Comparison(rawValue: main.key),
            let other = Coding<_>.value.read(main.value, &reader)
        else { return nil }
        return .comparison(path, comparison, other)
    }
}
