/// A route of an API whose responses have records, as its description says.
public struct InferredRoute: Sendable, Hashable {
    /// The method, such as `GET`.
    public var method: String
    /// The path with its parameters, such as `/pets/{petId}`.
    public var path: String
    /// The name of the entity of the records.
    public var entity: String
    /// Indicates whether a response has any number of records.
    public var isCollection: Bool
    /// The path to the records in a response: `data`, or `self` without an envelope.
    public var records: String
    /// The names of the query parameters that choose a page, such as `page` and `per_page`.
    public var pageParameters: [String]
    /// The names of the parameters of the query and of the header that a request must have.
    package var requiredParameters: [String] = []
    /// The parameter of the query that counts pages or records; `nil` if none is known to.
    package var paging: Paging?

    /// A parameter that counts pages, or the records before a page.
    package struct Paging: Sendable, Hashable {
        /// The name.
        package let parameter: String
        /// The number of the first page; `nil` if records are counted.
        package let first: Int?
    }

    package init(
        method: String = "GET", path: String, entity: String, isCollection: Bool, records: String,
        pageParameters: [String] = []
    ) {
        self.method = method
        self.path = path
        self.entity = entity
        self.isCollection = isCollection
        self.records = records
        self.pageParameters = pageParameters
    }
}
