import EntityMapper
import RemotePlanning

/// Reads the pages of a sequence in order, requesting one page ahead.
struct PageReader {
    private let pages: PageSequence
    private var progress: PageProgress?
    private var following = Following.unknown
    /// The pages that were saved together.
    private var saved: ArraySlice<RemotePage> = []
    private var isOver = false
    /// Whether it is unknown how to request the next page.
    private var isStuck = false

    /// The state of the next page.
    private enum Following {
        case unknown
        case requested(PageRequest)
        case arrived(Result<PageArrival, RemoteError>)
        /// It cannot be requested.
        case failed(RemoteError)
        case none
    }

    init(_ pages: PageSequence) { self.pages = pages }

    /// Returns the next page; `nil` after the last one and after an error.
    mutating func next() async throws(RemoteError) -> RemotePage? {
        if let page = saved.popFirst() { return page }
        guard !isOver else { return nil }
        do throws(RemoteError) {
            guard !Task.isCancelled else { throw .cancelled }
            if progress == nil { progress = try await pages.begin() }
            guard pages.options.commit == .once else { return try await saveNext() }
            let all = try await receiveAll()
            saved = try await PageCommit(pages.manager, all).run().pages[...]
            end()
            return saved.popFirst()
        } catch {
            var error = error
            if let progress, !isStuck {
                error.page = PagePosition(index: progress.index, progress: progress)
            }
            end()
            throw error
        }
    }

    /// Ends the sequence; a request ahead is cancelled.
    private mutating func end() {
        isOver = true
        following = .none
        progress = nil
    }

    /// Maps the next page and saves it.
    private mutating func saveNext() async throws(RemoteError) -> RemotePage? {
        guard var next = progress, let arrival = try await receive(&next) else {
            end()
            return nil
        }
        let isLast = await isLast(arrival, &next)
        let saved = try await PageCommit(pages.manager, arrival, next, isLast: isLast).run()
        progress = saved.progress
        return saved.pages.first
    }

    /// Receives all pages without saving them.
    mutating func receiveAll() async throws(RemoteError) -> PageProgress {
        var next: PageProgress
        if let progress { next = progress } else { next = try await pages.begin() }
        while true {
            progress = next
            guard let arrival = try await receive(&next) else { return next }
            next.unsaved.append(arrival)
            if case .none = following { return next }
        }
    }

    /// Waits for the next page, and sends the request for the one after it; `nil` at the end.
    private mutating func receive(
        _ progress: inout PageProgress
    ) async throws(RemoteError) -> PageArrival? {
        guard let arrival = try await arrival(&progress) else { return nil }
        guard !pages.style.isOpenEnded || !arrival.isBehindEnd else {
            if arrival.isMissing { progress.provesAbsence = false }
            return nil
        }
        try progress.add(arrival)
        do throws(RemoteError) {
            guard let request = try progress.next(after: arrival, pages) else {
                following = .none
                return arrival
            }
            progress.request = request
        } catch {
            following = .failed(error)
            return arrival
        }
        do throws(RemoteError) {
            following = .requested(try await PageRequest(progress.request, pages.manager))
        } catch {
            following = .arrived(.failure(error))
        }
        return arrival
    }

    private mutating func arrival(
        _ progress: inout PageProgress
    ) async throws(RemoteError) -> PageArrival? {
        switch following {
        case .none: return nil
        case .failed(let error):
            isStuck = true
            throw error
        case .arrived(let result): return try result.get()
        case .requested(let request): return try await PageArrival(request, progress, pages)
        case .unknown: break
        }
        let request = try await PageRequest(progress.request, pages.manager)
        guard progress.index == 0, progress.mark?.known != nil,
            try await request.response().exchange.status == 410
        else { return try await PageArrival(request, progress, pages) }
        // The server no longer has the changes since the mark.
        progress = PageProgress(progress.list, pages.style, progress.mark?.forgotten)
        let whole = try await PageRequest(progress.request, pages.manager)
        return try await PageArrival(whole, progress, pages)
    }

    /// Tests whether a page is the last one, if something depends on that; otherwise, the pages of
    /// some styles end without a last page.
    private mutating func isLast(
        _ arrival: PageArrival, _ progress: inout PageProgress
    ) async -> Bool {
        switch following {
        case .none: return true
        case .unknown, .arrived, .failed: return false
        case .requested(let request):
            guard pages.style.isOpenEnded,
                arrival.mapping?.operation.orphanDeletion != nil || progress.mark != nil
            else { return false }
            let result: Result<PageArrival, RemoteError>
            do throws(RemoteError) {
                result = .success(try await PageArrival(request, progress, pages))
            } catch {
                result = .failure(error)
            }
            following = .arrived(result)
            guard case .success(let later) = result, later.isBehindEnd else { return false }
            if later.isMissing { progress.provesAbsence = false }
            return true
        }
    }
}
