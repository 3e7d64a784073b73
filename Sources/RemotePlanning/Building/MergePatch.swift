import EntityMapper
import MercatorPayload
import ObjectGraph
import PayloadFormats
import RepresentationWriting
import ResourceMapping

/// The changes of an object as a JSON merge patch.
///
/// A receiver of a merge patch replaces arrays and removes members that are `null`. So the patch
/// contains the changed members, with arrays and objects of relationships as a whole; only objects
/// that belong to the representation itself, such as `headline` for a path `headline.text`, are
/// patches in turn. Identifiers are left out, since the URL contains them.
///
/// Source: RFC 7396, sections 1 and 2.
struct MergePatch {
    /// The paths of relationships from the top of the body.
    let relationships: Set<[String]>

    /// Returns the patch, given the changed members and the complete representation.
    func patch(_ changes: PayloadNode, of whole: PayloadNode?, at path: [String] = [])
        -> PayloadNode
    {
        guard case .object(let changed) = changes, case .object(let members)? = whole,
            !relationships.contains(path)
        else { return whole ?? changes }
        return .object(
            changed.map { member in
                let own = members.first { $0.key.hasSameBytes(as: member.key) }?.value
                return PayloadNode.Member(
                    member.key, patch(member.value, of: own, at: path + [member.key]))
            })
    }
}

extension RemotePlan {
    /// Writes the changes of an object as a merge patch.
    func mergePatch(
        of object: ManagedObject, _ descriptor: RequestDescriptor
    ) throws -> PayloadDocument? {
        guard let changes = writer(of: object.entity, descriptor, .patch, isMerging: true),
            let whole = writer(of: object.entity, descriptor, .update, isMerging: true)
        else { return nil }
        let own = mappings.remoteMapping(of: object.entity).map { mappings.mappings.mappings[$0] }
        let mapping = descriptor.mapping.map { mappings.mappings[$0] } ?? own
        let root = descriptor.root.components.map(\.name)
        let paths = mapping?.relationshipMappings.map { root + $0.source.components.map(\.name) }
        let patch = MergePatch(relationships: Set(paths ?? [])).patch(
            PayloadNode(try changes.document(for: object).root),
            of: PayloadNode(try whole.document(for: object).root))
        return try PayloadDocument(writing: patch)
    }
}
