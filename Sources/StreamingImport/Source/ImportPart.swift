/// One of several parts of a file of lines, which can be imported separately.
///
/// Every line belongs to exactly one part, the one in which it begins. The parts have about the
/// same number of bytes.
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

    /// Parses a ``description``; `nil` if the text is malformed or the part does not exist.
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

    /// Returns the byte range in which the lines of the part begin.
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
