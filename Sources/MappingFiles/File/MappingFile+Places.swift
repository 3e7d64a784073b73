import EntityMapper
import ObjectGraph
import Payload

extension MappingFile {
    /// Returns the attribute mapped from a path, `Order.total` for `orders[].total`, or `nil`.
    package func property(at place: String) -> String? {
        for mapping in mappings.mappings {
            for start in places[mapping.entity.name] ?? [] {
                let found = mapping.attributeMappings.first { "\(start).\($0.source)" == place }
                if let found { return "\(mapping.entity.name).\(found.destination)" }
            }
        }
        return nil
    }
}
