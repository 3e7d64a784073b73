/// An array in pages of equal size, which is copied page by page.
///
/// A copy shares all pages with the original, and a write copies only the page that it touches. The
/// copy of the list of pages takes O(*n*/128), so a snapshot of a large store is cheap to take, and
/// to leave behind.
struct PagedArray<Element: Sendable>: Sendable {
    private static var pageBits: Int { 7 }
    private static var pageSize: Int { 1 << pageBits }

    private var pages: [[Element]] = []
    /// The element at indices that were never written.
    private let filler: Element

    init(filler: Element) {
        self.filler = filler
    }

    /// The number of elements, a multiple of the size of a page.
    var capacity: Int { pages.count << Self.pageBits }

    /// The element at an index.
    ///
    /// - Precondition: The index is not negative, and for a write lower than the ``capacity``.
    subscript(index: Int) -> Element {
        get {
            let page = index >> Self.pageBits
            return page < pages.count ? pages[page][index & (Self.pageSize - 1)] : filler
        }
        set { pages[index >> Self.pageBits][index & (Self.pageSize - 1)] = newValue }
    }

    /// Adds pages up to an index.
    mutating func reach(_ index: Int) {
        let missing = (index >> Self.pageBits) + 1 - pages.count
        guard missing > 0 else { return }
        for _ in 0..<missing {
            pages.append(Array(repeating: filler, count: Self.pageSize))
        }
    }

    /// All elements, in order.
    var elements: some Sequence<Element> { pages.lazy.joined() }
}
