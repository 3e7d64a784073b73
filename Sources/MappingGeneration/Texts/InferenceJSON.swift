package import MappingInference
package import MercatorPayload
import ObjectGraph

/// The JSON output of `mercator infer --json`.
///
/// The top-level members are `mercator` with the version of the format (`{"inference": 1}`),
/// `sources`, `entities`, `decisions`, `leftovers`, `routes` and `limits`. Names and order of
/// members follow the structs, such as ``InferenceDecision``. Absent values are omitted.
/// Confidences are from 0 to 1, in hundredths. Later versions only add members.
package struct InferenceJSON {
    private let inferred: InferredMapping

    package init(_ inferred: InferredMapping) {
        self.inferred = inferred
    }

    /// The text, one value per line.
    ///
    /// - Throws: ``PayloadError`` if it exceeds a limit of documents.
    package func text() throws(PayloadError) -> String {
        let document = try PayloadDocument(writing: node)
        let bytes = document.root.jsonBytes(PayloadWritingOptions(prettyPrinted: true))
        return String(decoding: bytes, as: UTF8.self).escapingControlsInJSON
    }

    /// The payload node.
    var node: PayloadNode {
        .object([
            .init("mercator", .object([.init("inference", .number("1"))])),
            .init("sources", .array(inferred.sources.map(node))),
            .init("entities", .array(inferred.entities.map(node))),
            .init("decisions", .array(inferred.decisions.map(node))),
            .init("leftovers", .array(inferred.leftovers.map(node))),
            .init("routes", .array(inferred.routes.map(node))),
            .init("limits", .array(inferred.limits.map { .string($0) })),
        ])
    }

    private func node(_ source: SourceSummary) -> PayloadNode {
        .members(
            ("name", .string(source.name)), ("format", .string(source.format)),
            ("bytes", .count(source.bytes)), ("documents", .count(source.documents)),
            ("objects", .count(source.objects)))
    }

    private func node(_ entity: EntitySummary) -> PayloadNode {
        .members(
            ("name", .string(entity.name)), ("records", .count(entity.records)),
            (
                "places",
                .array(
                    entity.paths.map {
                        .members(("place", .string($0.path)), ("count", .count($0.count)))
                    })
            ),
            ("identification", .array(entity.identification.map { .string($0) })),
            ("identityEvidence", .string(entity.identityEvidence)),
            ("attributes", .array(entity.attributes.map(node))),
            ("relationships", .array(entity.relationships.map(node))),
            ("connections", .array(entity.connections.map(node))))
    }

    private func node(_ attribute: AttributeSummary) -> PayloadNode {
        .members(
            ("name", .string(attribute.name)), ("type", .string("\(attribute.type)")),
            ("transform", attribute.transform.map { .string($0) }),
            ("source", .string(attribute.source)), ("count", .count(attribute.count)),
            ("distinct", .count(attribute.distinct)),
            ("isDistinctExact", .boolean(attribute.isDistinctExact)),
            ("example", attribute.example.map { .string($0) }),
            ("hint", attribute.hint.map { .string($0) }))
    }

    private func node(_ relationship: RelationshipSummary) -> PayloadNode {
        .members(
            ("name", .string(relationship.name)),
            ("destination", .string(relationship.destination)),
            ("isToMany", .boolean(relationship.isToMany)),
            ("isOrdered", .boolean(relationship.isOrdered)),
            ("source", relationship.source.map { .string($0) }),
            ("inverse", relationship.inverse.map { .string($0) }))
    }

    private func node(_ connection: ConnectionSummary) -> PayloadNode {
        .members(
            ("relationship", .string(connection.relationship)),
            ("destination", .string(connection.destination)),
            (
                "keys",
                .array(
                    connection.keys.map {
                        .members(
                            ("source", .string($0.source)),
                            ("destination", .string($0.destination)))
                    })
            ), ("confidence", .confidence(connection.confidence)),
            ("evidence", .string(connection.evidence)),
            ("isApplied", .boolean(connection.isApplied)))
    }

    private func node(_ route: InferredRoute) -> PayloadNode {
        .members(
            ("method", .string(route.method)), ("path", .string(route.path)),
            ("entity", .string(route.entity)), ("isCollection", .boolean(route.isCollection)),
            ("records", .string(route.records)),
            ("pageParameters", .array(route.pageParameters.map { .string($0) })))
    }

    private func node(_ decision: InferenceDecision) -> PayloadNode {
        .members(
            ("rule", .string(decision.rule)), ("subject", .string(decision.subject)),
            ("outcome", .string(decision.outcome)),
            ("origin", .string(decision.origin.rawValue)),
            (
                "evidence",
                .array(
                    decision.evidence.map {
                        .members(
                            ("fact", .string($0.fact)), ("count", $0.count.map(PayloadNode.count)),
                            ("total", $0.total.map(PayloadNode.count)))
                    })
            ), ("confidence", .confidence(decision.confidence)),
            ("isApplied", .boolean(decision.isApplied)),
            ("override", .string(decision.override)),
            (
                "rivals",
                .array(
                    decision.rivals.map {
                        .members(
                            ("outcome", .string($0.outcome)),
                            ("confidence", .confidence($0.confidence)),
                            ("reason", .string($0.reason)))
                    })
            ))
    }

    private func node(_ leftover: Leftover) -> PayloadNode {
        .members(
            ("place", .string(leftover.path)), ("count", .count(leftover.count)),
            ("reason", .string(leftover.reason.rawValue)),
            ("explanation", .string(leftover.explanation)))
    }
}

extension PayloadNode {
    /// Creates an object, omitting members without a value.
    fileprivate static func members(_ members: (String, PayloadNode?)...) -> PayloadNode {
        .object(members.compactMap { key, value in value.map { Member(key, $0) } })
    }

    fileprivate static func count(_ number: Int) -> PayloadNode { .number(String(number)) }

    fileprivate static func confidence(_ value: Double) -> PayloadNode {
        .number(Wording.confidence(value))
    }
}
