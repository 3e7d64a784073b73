public import EntityMapper
import MercatorPayload
public import ObjectGraph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension PersistentContainer {
    /// Maps a value of the app's own as the payload that it encodes, and saves its objects.
    ///
    /// ```swift
    /// struct ArticleDTO: Codable { var id: Int; var title: String }
    /// try container.load(encoding: [ArticleDTO(id: 7, title: "Maps")], as: Article.self)
    /// ```
    ///
    /// The value is encoded as JSON with its coding keys, dates as ISO 8601 with the fraction of
    /// the second, and data as base64; then it is mapped as any payload.
    ///
    /// - Parameters:
    ///   - value: The value: one record, or a list of records.
    ///   - type: The schema struct of the records.
    ///   - options: The treatment of invalid values and records.
    /// - Returns: The result, with the issues.
    /// - Throws: `EncodingError`, and the errors of ``load(_:as:options:)``.
    @discardableResult
    public func load<E: Entity>(
        encoding value: some Encodable, as type: E.Type, options: MappingOptions = MappingOptions()
    ) throws -> MappingResult {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(Timestamp(date).map { "\($0)" })
        }
        return try load([UInt8](encoder.encode(value)), as: type, options: options)
    }
}
