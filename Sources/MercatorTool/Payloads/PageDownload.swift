import Mercator

/// The download of all pages of a resource, before the first one is imported.
///
/// Pages end as in ``PageSequence``, with the same limits.
struct PageDownload {
    /// A page that has come.
    struct Arrival {
        let page: FetchedPage
        /// The response; `nil` if the page is as the store has it.
        let file: FetchedFile?
        /// The content type of the response.
        let contentType: String?
        fileprivate let next: String?
    }

    private let resource: FetchedResource
    /// The pages that the store has, by URL.
    private let known: [String: FetchedPage]
    private let console: Console
    private let transport: any ResourceTransport
    private let origin: Origin
    private var history = PageHistory()
    private var room = FetchedFile.limit

    /// Creates the download.
    ///
    /// - Parameters:
    ///   - resource: The resource.
    ///   - known: The pages that the store has.
    ///   - console: The console for the progress.
    /// - Throws: ``CommandError`` if the tool has no transport.
    init(_ resource: FetchedResource, _ known: [FetchedPage], _ console: Console) throws {
        (self.resource, self.console, origin) = (resource, console, resource.origin)
        self.known = Dictionary(known.map { ($0.url, $0) }, uniquingKeysWith: { $1 })
        transport = try resource.transport()
    }

    private var style: PageStyle { resource.pages.style }

    /// Downloads the pages.
    ///
    /// - Returns: The pages in order.
    /// - Throws: ``CommandError`` with the number and the URL of the page that has failed; for a
    ///   resource without pages the error itself.
    mutating func run() async throws -> [Arrival] {
        var arrivals: [Arrival] = []
        var next: String? = style.first(resource.url)
        while let url = next {
            let number = history.count + 1
            do {
                guard let arrival = try await receive(url) else { break }
                arrivals.append(arrival)
                next = arrival.next
            } catch {
                throw failure(error, number, url)
            }
        }
        return arrivals
    }

    /// Downloads a page; `nil` if the pages ended with the one before.
    private mutating func receive(_ url: String) async throws -> Arrival? {
        let index = history.count
        let name = resource.name(ofPage: index)
        console.progress("Fetching '\(name)' …")
        let known = resource.canKeep(url) ? known[resource.shown(url)] : nil
        let file = try FetchedFile(name, room: room)
        guard let head = try await head(url, known?.conditions ?? [:], file) else { return nil }
        room -= try file.end()
        let isChanged = head.status != 304
        // A large resource without pages is read piece by piece, by the import.
        let document = isChanged && style != .single ? try file.payload.document() : nil
        let count = try document.map { try resource.pages.recordCount(of: $0, index) } ?? 0
        guard !isChanged || !style.isOpenEnded || index == 0 || count > 0 else { return nil }
        let content = PageContent(
            url: url, headers: head.headers, document: document, recordCount: count)
        // A response without a body may have a newer link than the store.
        let next =
            try style.next(after: content, emptyEnds: true)
            ?? (isChanged ? nil : known?.next.map(resource.revealed))
        history.add(url)
        if let next { try history.check(next, style, origin, PageOptions()) }
        guard let known, !isChanged else {
            let page = FetchedPage(url, next: next, head.headers, of: resource)
            return Arrival(
                page: page, file: file, contentType: head.headers["Content-Type"], next: next)
        }
        return Arrival(page: known, file: nil, contentType: nil, next: next)
    }

    /// Sends the request of a page; `nil` if there is no page of that number.
    private func head(
        _ url: String, _ conditions: HeaderFields, _ file: FetchedFile
    ) async throws -> ResourceDownload.Head? {
        var headers = resource.fields
        for field in conditions.fields { headers[field.name] = field.value }
        let download = try resource.download(url, over: transport)
        do throws(RemoteError) {
            return try await download.run(url, headers: headers, to: file)
        } catch {
            if case .number = style, history.count > 0, error.status == 404 { return nil }
            if (error.cause as? TransportError)?.kind == .tls, resource.authorities == nil {
                throw CommandError(
                    "\(FailureMessage.text(for: error)); --authorities names the file of a private "
                        + "authority")
            }
            guard error.code == .cleartext else { throw error }
            throw CommandError(
                "the URL has no TLS, so anybody may read along; use https, or --allow-http")
        }
    }

    private func failure(_ error: any Error, _ number: Int, _ url: String) -> any Error {
        guard style != .single else { return error }
        let remote = error as? RemoteError
        let location = remote?.url == nil ? " (\(resource.shown(url)))" : ""
        let text =
            remote?.code == .pageLimit
            ? "there are more than \(number) pages; let the server give larger ones, by a "
                + "parameter of the URL" : FailureMessage.text(for: error)
        return CommandError(
            "page \(number)\(location): \(text)",
            status: (error as? CommandError)?.status ?? .failure)
    }
}
