import EntityMapper
import ObjectGraph

extension ResponseChoice {
    /// A hash of what decides which objects and values come of a response, except closures.
    ///
    /// It is the same in each process. What the store remembers of a response is of no use if the
    /// response would be mapped otherwise now.
    ///
    /// Source: the 64-bit FNV-1a hash, which tells mappings apart but gives no protection.
    var fingerprint: String {
        var lines = parts.map { "\($0.descriptor)" }
        for mapping in plan.mappings.mappings { lines += mapping.lines }
        for mapping in plan.mappings.dynamicMappings { lines.append("\(mapping)") }
        for entity in plan.model.entities {
            lines += entity.attributes.map { "\(entity.name) \($0.name) \($0.type)" }
        }
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in lines.joined(separator: "\n").utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 16)
    }
}

extension EntityMapping {
    fileprivate var lines: [String] {
        var lines = ["\(name) \(entity.name) \(identificationAttributes ?? [])"]
        lines.append("\(identificationPredicate as Any) \(deletionPredicate as Any)")
        for mapping in attributeMappings {
            lines.append("\(mapping.source) \(mapping.destination) \(mapping.transform)")
        }
        for mapping in relationshipMappings {
            lines.append("\(mapping.source) \(mapping.destination) \(mapping.mapping)")
            lines.append("\(mapping.assignmentPolicy)")
        }
        return lines
    }
}
