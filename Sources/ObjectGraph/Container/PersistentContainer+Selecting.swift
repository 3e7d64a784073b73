extension PersistentContainer {
    /// Returns the rows of a selection as an asynchronous sequence.
    ///
    /// ```swift
    /// for try await row in container.rows(of: SelectRequest("Article", ["title", "rating"])) {
    ///     print(row["title"] ?? .null)
    /// }
    /// ```
    ///
    /// The rows are read in pages of 256, each in a unit of work of its own and outside the threads
    /// of tasks. No state of the store is kept in between, however long the loop takes: rows that
    /// others insert, change or delete meanwhile are read as they are at the time of their page,
    /// and none is repeated or skipped for another reason; see ``SelectionPosition``.
    ///
    /// - Parameter request: The selection; it is not sorted with options for texts.
    /// - Returns: The rows, which are read again by each loop.
    public func rows(of request: SelectRequest) -> SelectedRows { SelectedRows(request, self) }
}

/// The rows of a selection, which are read while a loop proceeds.
public struct SelectedRows: AsyncSequence, Sendable {
    private let request: SelectRequest
    private let container: PersistentContainer
    /// Why the rows cannot be read, if so.
    private let problem: String?

    init(_ request: SelectRequest, _ container: PersistentContainer, problem: String? = nil) {
        self.request = request
        self.container = container
        self.problem = problem
    }

    /// Creates an iterator from the first row.
    public func makeAsyncIterator() -> Iterator { Iterator(request, container, problem) }

    /// Reads the rows page by page.
    public struct Iterator: AsyncIteratorProtocol {
        private var request: SelectRequest
        private let container: PersistentContainer
        private let problem: String?
        /// The number of rows that may follow; `nil` for no limit.
        private var rest: Int?
        private var page: ArraySlice<SelectedRow> = []
        private var position: SelectionPosition?
        private var isAtEnd = false

        private static let pageSize = 256

        init(_ request: SelectRequest, _ container: PersistentContainer, _ problem: String?) {
            self.request = request
            self.container = container
            self.problem = problem
            rest = request.limit.map { Swift.max(0, $0) }
        }

        /// Returns the next row; `nil` at the end.
        ///
        /// - Throws: The ``StoreError`` of a page, `CancellationError`.
        public mutating func next() async throws -> SelectedRow? {
            if page.isEmpty, !isAtEnd { try await readPage() }
            return page.popFirst()
        }

        private mutating func readPage() async throws {
            if let problem { throw StoreError(.invalidRequest, problem) }
            let limit = Swift.min(rest ?? Self.pageSize, Self.pageSize)
            guard limit > 0 else {
                isAtEnd = true
                return
            }
            request.limit = limit
            let (request, position) = (request, position)
            let page = try await container.performBackgroundTask { context in
                try context.page(request, after: position)
            }
            rest = rest.map { $0 - page.rows.count }
            // The offset belongs to the first page.
            self.request.offset = 0
            self.position = page.next
            isAtEnd = page.next == nil
            self.page = page.rows[...]
        }
    }
}
