/// A failed page from which a sequence can be resumed.
///
/// ```swift
/// } catch {
///     if let page = error.page { sequence = sequence.resume(from: page) }
/// }
/// ```
///
/// It contains the state of the sequence, so nothing is stored elsewhere.
public struct PagePosition: Sendable, CustomStringConvertible {
    /// The number of the page, from 0.
    public let index: Int
    /// The state of the sequence before the page.
    package let progress: any Sendable

    package init(index: Int, progress: any Sendable) {
        (self.index, self.progress) = (index, progress)
    }

    /// The number of the page; never the URL, which may contain confidential values.
    public var description: String { "page \(index)" }
}

extension PagePosition: CustomReflectable {
    /// The number of the page.
    public var customMirror: Mirror { Mirror(self, children: ["index": index]) }
}
