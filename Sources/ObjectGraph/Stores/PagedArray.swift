/// An array in pages of equal size, which is copied page by page.
///
/// A copy shares all pages with the original, and a write copies only the page that it touches and
/// the list of 128 pages that has it. A snapshot of a large store is therefore cheap to take, and
/// to leave behind.
///
/// - Complexity: O(1) for each access; a copy costs O(*n*/16384) and two lists of 128 elements for
///   each page that is written later.
struct PagedArray<Element: Sendable>: Sendable {
    private static var bits: Int { 7 }
    /// The number of elements of a page, and of pages of a chapter.
    private static var length: Int { 1 << bits }
    private static var mask: Int { length - 1 }

    /// The pages in chapters; the last chapter may have fewer pages.
    private var chapters: [[[Element]]] = []
    private var pageCount = 0
    /// The element at indices that were never written.
    private let filler: Element

    init(filler: Element) {
        self.filler = filler
    }

    /// The element at an index.
    ///
    /// - Precondition: The index is not negative, and for a write within ``reach(_:)``.
    subscript(index: Int) -> Element {
        get {
            let page = index >> Self.bits
            guard page < pageCount else { return filler }
            return chapters[page >> Self.bits][page & Self.mask][index & Self.mask]
        }
        set {
            let page = index >> Self.bits
            chapters[page >> Self.bits][page & Self.mask][index & Self.mask] = newValue
        }
    }

    /// Adds pages up to an index.
    mutating func reach(_ index: Int) {
        while pageCount <= index >> Self.bits {
            if pageCount & Self.mask == 0 { chapters.append([]) }
            chapters[chapters.count - 1].append(Array(repeating: filler, count: Self.length))
            pageCount += 1
        }
    }

    /// All elements, in order.
    var elements: some Sequence<Element> { chapters.lazy.joined().joined() }
}
