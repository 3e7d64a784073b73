/// One of several parts of a file of lines, which are imported on their own and together have every
/// line once.
///
/// The parts have about the same number of bytes; a line belongs to the part in which it begins.
///
/// ```swift
/// var options = ImportOptions(checkpoint: "articles")
/// options.part = ImportPart(3, of: 8)
/// ```
public struct ImportPart: Sendable, Hashable {
    /// The number of the part, from 1.
    public let number: Int
    /// The number of parts.
    public let count: Int

    /// Creates a part.
    ///
    /// - Parameters:
    ///   - number: The number of the part, from 1 to `count`.
    ///   - count: The number of parts.
    public init(_ number: Int, of count: Int) {
        precondition(
            1 <= number && number <= count,
            "expected a part from 1 to their number, found \(number) of \(count)")
        self.number = number
        self.count = count
    }

    /// Reads the form of ``description``; `nil` if the text has another one, or if there is no such
    /// part.
    ///
    /// ```swift
    /// let part = ImportPart("3/8")
    /// ```
    ///
    /// - Parameter text: The numbers with a slash between.
    public init?(_ text: String) {
        let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let number = numbers[0], let count = numbers[1], 1 <= number,
            number <= count
        else { return nil }
        self.init(number, of: count)
    }

    /// Returns the bytes of a source in which the lines of the part begin.
    func range(of size: Int) -> Range<Int> { bound(number - 1, size)..<bound(number, size) }

    private func bound(_ number: Int, _ size: Int) -> Int {
        // The product of size and number might overflow.
        size / count * number + size % count * number / count
    }
}

extension ImportPart: CustomStringConvertible {
    /// The numbers with a slash between: `3/8`.
    public var description: String { "\(number)/\(count)" }
}
