/// A page of a sequence that failed, at which the sequence can be resumed.
///
/// ```swift
/// } catch {
///     if let page = error.page { sequence = sequence.resume(from: page) }
/// }
/// ```
///
/// It holds what the sequence knew of the pages before, so nothing is kept elsewhere.
public struct PagePosition: Sendable, CustomStringConvertible {
    /// The number of the page, from 0.
    public let index: Int
    /// The state of the sequence before the page.
    let progress: any Sendable

    /// The number of the page; never the URL, which may contain confidential values.
    public var description: String { "page \(index)" }
}

extension PagePosition: CustomReflectable {
    /// The number of the page.
    public var customMirror: Mirror { Mirror(self, children: ["index": index]) }
}
