public import EntityMapper

/// A page of a list, mapped and saved.
///
/// ```swift
/// for try await page in manager.pages("articles", by: .link()) {
///     print(page.index, page.result?.total.inserted ?? 0)
/// }
/// ```
public struct RemotePage: Sendable {
    /// The number of the page, from 0.
    public let index: Int
    /// The URL of the page; values of secret parameters are replaced.
    public let url: String
    /// The outcome: `mapped`; `empty` or `accepted` for a response without objects; `superseded` if
    /// the response to a later request for the same URL was mapped before.
    public let outcome: RemoteOutcome

    /// The result of mapping the page; `nil` if it was not mapped.
    ///
    /// The last page's result has the ``EntityMapper/MappingResult/orphans`` of the whole list.
    public var result: MappingResult? {
        if case .mapped(let result) = outcome { result } else { nil }
    }
}

extension RemotePage: CustomStringConvertible {
    /// The number, the URL and the outcome.
    public var description: String { "page \(index) (\(url)): \(outcome)" }
}
