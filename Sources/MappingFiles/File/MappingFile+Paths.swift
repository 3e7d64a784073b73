import EntityMapper
import MercatorPayload
import ObjectGraph

extension MappingFile {
    /// Returns the attribute mapped from a path, `Order.total` for `orders[].total`, or `nil`.
    package func property(at path: String) -> String? {
        for mapping in mappings.mappings {
            for start in paths[mapping.entity.name] ?? [] {
                let found = mapping.attributeMappings.first { "\(start).\($0.source)" == path }
                if let found { return "\(mapping.entity.name).\(found.destination)" }
            }
        }
        return nil
    }
}
