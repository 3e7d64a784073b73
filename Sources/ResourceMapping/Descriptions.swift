import EntityMapper
import MappingConventions
import MercatorPayload
import ObjectGraph
import RepresentationWriting

extension ResourceRequests: CustomStringConvertible {
    /// The base URL.
    public var description: String { "ResourceRequests (\(baseURL))" }
}

extension ResourceResponses: CustomStringConvertible {
    /// The mappings as a table.
    public var description: String { "ResourceResponses, \(operation.plan)" }
}

extension ResponseOutcome: CustomStringConvertible {
    /// The action, and the result of mapping the payload.
    public var description: String {
        "\(action)" + (binding.map { ", \($0)" } ?? "") + (result.map { "\n\($0)" } ?? "")
    }
}
