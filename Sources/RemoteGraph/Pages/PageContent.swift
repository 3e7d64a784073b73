package import HTTPValues
package import MercatorPayload

/// The content of a page that determines the next one.
package struct PageContent {
    let url: String
    let headers: HeaderFields
    /// The payload, or `nil`.
    let document: PayloadDocument?
    /// The number of records at the first root path.
    let recordCount: Int

    /// Creates the parts.
    package init(
        url: String, headers: HeaderFields, document: PayloadDocument?, recordCount: Int
    ) {
        (self.url, self.headers) = (url, headers)
        (self.document, self.recordCount) = (document, recordCount)
    }
}
