package import HTTPValues
package import RemotePlanning

/// The pages of a list that were requested, against which the URL of the next one is checked.
package struct PageHistory: Sendable {
    private var requested: Set<RequestKey> = []
    /// The number of pages so far, which is the number of the next page, from 0.
    package private(set) var count = 0

    /// Creates the history before the first page.
    package init() {}

    /// Takes note of a page that has arrived.
    package mutating func add(_ url: String) {
        requested.insert(RequestKey(.get, url))
        count += 1
    }

    /// Tests whether the next page may be requested.
    ///
    /// - Parameters:
    ///   - url: The URL of the next page.
    ///   - style: The paging style of the server.
    ///   - origin: The origin of the server.
    ///   - options: The settings.
    /// - Throws: ``RemoteError`` with code `otherOrigin`, `pageLoop` or `pageLimit`.
    package func check(
        _ url: String, _ style: PageStyle, _ origin: Origin, _ options: PageOptions
    ) throws(RemoteError) {
        guard Origin(url) == origin else {
            throw RemoteError(
                .otherOrigin,
                "the next page has another origin than the server, and was not requested; let the "
                    + "server link to \(origin)")
        }
        var mayRepeat = false
        if case .cursor = style { mayRepeat = options.allowsRepeatedCursor }
        guard mayRepeat || !requested.contains(RequestKey(.get, url)) else {
            throw RemoteError(
                .pageLoop,
                "the next page has the URL of an earlier page, so the pages would never end")
        }
        guard count < options.pageLimit else {
            throw RemoteError(
                .pageLimit,
                "there are more than \(options.pageLimit) pages; let the server give larger ones, "
                    + "or set pageLimit in the options")
        }
    }
}
