public import EntityMapper
import HTTPValues
public import ObjectGraph
public import RemotePlanning

/// The pages of a list on a server.
///
/// Each page is mapped and saved when the loop requests it, while the next page is already
/// requested. Leaving the loop cancels that request; nothing more is sent.
///
/// ```swift
/// for try await page in manager.pages("articles", by: .nextURL(at: "next")) {
///     print(page.index, page.result?.total.inserted ?? 0)
/// }
/// ```
///
/// All pages are mapped by the descriptors for the path of the list, regardless of their URLs.
/// `@metadata.page.index` is the number of the page, from 0; the style `single` has none. Pages are
/// always requested unconditionally, since a response without a body would not identify the next
/// page. A page without a body is returned as `empty`.
///
/// If a descriptor has a scope, orphans are deleted once, in the commit of the last page, based on
/// the objects of all pages. Nothing is deleted if the loop is left early, if a page fails, if a
/// page has no payload, or if the pages contain only changes.
///
/// After an error the sequence ends. Pages that were returned before stay saved, and
/// ``RemoteError/page`` is the page to resume from:
///
/// ```swift
/// } catch {
///     guard let page = error.page else { throw error }
///     for try await page in pages.resume(from: page) { print(page) }
/// }
/// ```
///
/// Every iteration begins with the first page, and sends its own requests.
public struct PageSequence: AsyncSequence, Sendable {
    let manager: ObjectManager
    let style: PageStyle
    let options: PageOptions
    let request: @Sendable () async throws(RemoteError) -> RemoteRequest
    private var mark: (ChangeMark, ChangeMark.Page)?
    private var position: PagePosition?

    init(
        _ manager: ObjectManager, _ style: PageStyle, _ options: PageOptions,
        _ request: @escaping @Sendable () async throws(RemoteError) -> RemoteRequest
    ) {
        (self.manager, self.style, self.options) = (manager, style, options)
        self.request = request
    }

    /// Returns the sequence of changes since the list was last loaded completely.
    ///
    /// The first time, everything is requested. The mark of the response is then kept in the commit
    /// of the last page, and passed on by the next request; after a failure, the same changes are
    /// requested again. A mark belongs to one user, one URL, and one way to map the list; if one of
    /// these differs, or if the server responds with 410, everything is requested again.
    ///
    /// Changes delete no orphans. Objects that the server reports as deleted are deleted by the
    /// ``EntityMapper/EntityMapping/deletionPredicate`` of their mapping.
    ///
    /// ```swift
    /// articles.deletionPredicate = .attribute("isDeleted") == true       // Kinto's `deleted`
    /// let pages = manager.pages("articles", by: .header("Next-Page"))
    /// for try await page in pages.changes(since: .etag(parameter: "_since")) { print(page) }
    /// ```
    ///
    /// - Parameters:
    ///   - mark: The location of the mark in a response, and its parameter in a request.
    ///   - page: The page whose mark is kept.
    /// - Returns: The sequence; its errors have the code `invalidRequest` if the query has a secret
    ///   parameter.
    public func changes(
        since mark: ChangeMark, of page: ChangeMark.Page = .first
    ) -> PageSequence {
        var copy = self
        copy.mark = (mark, page)
        return copy
    }

    /// Returns the sequence that resumes at a failed page.
    ///
    /// The page numbers and the set of mapped objects continue from the earlier pages.
    ///
    /// - Parameter page: The page, from an error of this sequence or of an equal one.
    /// - Returns: The sequence; it fails with code `invalidRequest` if the page belongs to a
    ///   different list.
    public func resume(from page: PagePosition) -> PageSequence {
        var copy = self
        copy.position = page
        return copy
    }

    /// Previews the changes of loading all pages, without saving.
    ///
    /// ```swift
    /// let preview = try await manager.pages("articles", by: .link()).preview()
    /// print(preview.changes.count(.deleted), preview.changes)
    /// ```
    ///
    /// - Returns: The results of the pages that have a payload, and their changes as one commit.
    /// - Throws: ``RemoteError``, also if an object would be invalid.
    /// - Complexity: All pages are in memory at the same time.
    public func preview() async throws(RemoteError) -> DryRun<[MappingResult]> {
        var reader = PageReader(self)
        return try await PageCommit(manager, try await reader.receiveAll()).preview()
    }

    /// Returns the state before the first page.
    func begin() async throws(RemoteError) -> PageProgress {
        try manager.prepare()
        try style.check()
        let list = try await request()
        guard list.request.method == .get else {
            throw RemoteError(
                .invalidRequest,
                "expected a route with the method GET, found \(list); pages cannot be sent")
        }
        if let position {
            guard let progress = position.progress as? PageProgress, progress.list.key == list.key
            else {
                throw RemoteError(
                    .invalidRequest,
                    "\(position) belongs to another list; begin with the first page")
            }
            return progress
        }
        guard let (mark, page) = mark else { return PageProgress(list, style, nil) }
        return PageProgress(list, style, try await ListMark(mark, page, of: list, manager))
    }

    /// The iterator of the pages.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate var reader: PageReader

        /// Maps and saves the next page.
        ///
        /// - Returns: The page; `nil` after the last one and after an error.
        /// - Throws: ``RemoteError``; the page has changed nothing then.
        public mutating func next() async throws(RemoteError) -> RemotePage? {
            try await reader.next()
        }

        /// Maps and saves the next page.
        ///
        /// - Parameter actor: The actor of the caller.
        /// - Returns: The page; `nil` after the last one and after an error.
        /// - Throws: ``RemoteError``; the page has changed nothing then.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(RemoteError) -> RemotePage? {
            try await reader.next()
        }
    }

    /// Returns an iterator, which sends the first request on demand.
    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: PageReader(self)) }
}
