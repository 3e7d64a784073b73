/// The settings of a sequence of pages.
///
/// ```swift
/// var options = PageOptions()
/// options.commit = .once
/// for try await page in manager.pages("articles", by: .link(), options: options) { print(page) }
/// ```
public struct PageOptions: Sendable, Hashable {
    /// The commits of a sequence.
    public enum Commit: Sendable, Hashable, CaseIterable {
        /// A commit for each page.
        case eachPage
        /// One commit for all pages, before the first one is returned; all of them are in memory
        /// until then.
        case once
    }

    /// The commits: one for each page.
    public var commit = Commit.eachPage
    /// The maximum number of pages: 1000.
    public var pageLimit = 1000
    /// Whether an empty cursor or next URL marks the last page: `false`.
    public var emptyCursorEnds = false
    /// Whether a cursor may repeat, as on servers whose cursors are times of requests: `false`.
    public var allowsRepeatedCursor = false

    /// Creates settings with the values that each property names.
    public init() {}
}
