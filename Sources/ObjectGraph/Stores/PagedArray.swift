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

    /// Changes the element at an index within ``reach(_:)`` in place.
    mutating func update(at index: Int, _ body: (inout Element) -> Void) {
        let page = index >> Self.bits
        body(&chapters[page >> Self.bits][page & Self.mask][index & Self.mask])
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
    var elements: Elements { Elements(chapters: chapters) }

    /// The elements of an array, page by page.
    struct Elements: Sequence, IteratorProtocol {
        private let chapters: [[[Element]]]
        private var chapter = 0
        private var page = 0
        private var index = 0
        private var current: [Element] = []

        init(chapters: [[[Element]]]) {
            self.chapters = chapters
        }

        mutating func next() -> Element? {
            while index == current.count {
                guard chapter < chapters.count else { return nil }
                (current, index) = (chapters[chapter][page], 0)
                page += 1
                if page == chapters[chapter].count { (chapter, page) = (chapter + 1, 0) }
            }
            index += 1
            return current[index - 1]
        }
    }
}
