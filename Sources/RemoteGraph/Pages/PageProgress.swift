import EntityMapper
import HTTPValues
import RemotePlanning

/// The state of a sequence between two pages.
struct PageProgress: Sendable {
    /// The request for the list, whose path determines the descriptors.
    let list: RemoteRequest
    /// The request for the next page.
    var request: RemoteRequest
    private var history = PageHistory()
    /// The user of the first page; the outer `nil` means that there was none yet.
    private var identity: String??
    /// The objects that the pages have touched.
    var parts = LoadParts()
    /// Whether all pages so far were mapped.
    var isComplete = true
    /// Whether everything on the pages so far was taken as it came, so that their marks hold.
    var isWhole = true
    /// Whether the pages together may prove that an object is absent.
    var provesAbsence = true
    /// The mark of the list, for pages with changes only.
    var mark: ListMark?
    /// The pages that have not been saved.
    var unsaved: [PageArrival] = []

    /// The number of the next page.
    var index: Int { history.count }

    init(_ list: RemoteRequest, _ style: PageStyle, _ mark: ListMark?) {
        self.list = list
        self.mark = mark
        request = list
        request.request.url = style.first(list.request.url)
        if let mark {
            identity = .some(mark.identity)
            if let known = mark.known {
                request.request.url = PageStyle.setting(
                    mark.mark.parameter, known, in: request.request.url)
            }
        }
    }

    /// Takes note of a page that has arrived.
    mutating func add(_ arrival: PageArrival) throws(RemoteError) {
        let user = arrival.exchange.identity
        guard (identity ?? user) == user else {
            throw arrival.application.failure(
                RemoteError(
                    .otherIdentity,
                    "the user has changed since the first page; begin again with the first page"))
        }
        identity = .some(user)
        history.add(arrival.request.request.request.url)
        try mark?.note(arrival)
        if arrival.mapping == nil { isComplete = false }
    }

    /// Returns the request for the next page; `nil` after the last one.
    func next(
        after arrival: PageArrival, _ pages: PageSequence
    ) throws(RemoteError) -> RemoteRequest? {
        do throws(RemoteError) {
            guard
                let url = try pages.style.next(
                    after: arrival.next, emptyEnds: pages.options.emptyCursorEnds)
            else { return nil }
            try history.check(url, pages.style, pages.manager.plan.base.origin, pages.options)
            var request = list
            request.request.url = url
            return request
        } catch {
            throw arrival.application.failure(error)
        }
    }
}
