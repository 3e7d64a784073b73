/// A part of a text with words that a search has found.
public struct SearchExcerpt: Sendable, Hashable {
    /// The path of the attribute.
    public let path: String
    /// The part of the text, with an ellipsis where something is left out.
    public let text: String
    /// The places of the words in ``text``, in order.
    public let ranges: [Range<String.Index>]

    /// Creates the excerpt of a text around the first words that one of the terms finds; `nil`
    /// without any.
    package init?(of text: String, at path: String, _ terms: [SearchTerm], length: Int) {
        let words = SearchTokenizer.words(in: text)
        let found = terms.flatMap { $0.ranges(in: words) }.merged
        guard let first = found.first else { return nil }
        self.path = path
        let part = Self.part(of: text, around: first, words, length: max(length, 1))
        let start = part.lowerBound == text.startIndex ? "" : "…"
        let end = part.upperBound == text.endIndex ? "" : "…"
        let excerpt = start + text[part] + end
        self.text = excerpt
        let shift =
            start.utf8.count - text.utf8.distance(from: text.startIndex, to: part.lowerBound)
        func place(_ index: String.Index) -> String.Index {
            let offset = text.utf8.distance(from: text.startIndex, to: index) + shift
            return excerpt.utf8.index(excerpt.startIndex, offsetBy: offset)
        }
        ranges = found.compactMap { range in
            guard range.upperBound <= part.upperBound else { return nil }
            return place(range.lowerBound)..<place(range.upperBound)
        }
    }

    /// Returns the part of a text that begins some words before a place and has a greatest length.
    private static func part(
        of text: String, around place: Range<String.Index>, _ words: [SearchTokenizer.Word],
        length: Int
    ) -> Range<String.Index> {
        guard text.index(text.startIndex, offsetBy: length, limitedBy: text.endIndex) != nil,
            text.count > length
        else { return text.startIndex..<text.endIndex }
        // A quarter of the length comes before the place, if there is as much.
        let earliest =
            text.index(place.lowerBound, offsetBy: -length / 4, limitedBy: text.startIndex)
            ?? text.startIndex
        let start =
            earliest == text.startIndex
            ? earliest
            : words.first { $0.range.lowerBound >= earliest }?.range.lowerBound ?? earliest
        let latest =
            text.index(start, offsetBy: length, limitedBy: text.endIndex) ?? text.endIndex
        guard latest < text.endIndex else { return start..<latest }
        let last = words.last { $0.range.upperBound <= latest }?.range.upperBound ?? latest
        return start..<max(last, min(place.upperBound, text.endIndex))
    }

    /// Returns the text with marks around the words.
    ///
    /// ```swift
    /// excerpt.marked("<b>", "</b>")        // escape the text first
    /// ```
    public func marked(_ opening: String, _ closing: String) -> String {
        var marked = ""
        var rest = text.startIndex
        for range in ranges {
            marked += text[rest..<range.lowerBound] + opening + text[range] + closing
            rest = range.upperBound
        }
        return marked + text[rest...]
    }
}

extension SearchTerm {
    /// Returns the places of the term among the words of a text.
    fileprivate func ranges(in words: [SearchTokenizer.Word]) -> [Range<String.Index>] {
        let wanted = self.words
        guard words.count >= wanted.count else { return [] }
        return (0...(words.count - wanted.count)).compactMap { start in
            for (offset, word) in wanted.enumerated() {
                let found = words[start + offset].text.utf8
                let isLast = offset == wanted.count - 1
                let fits =
                    isPrefix && isLast
                    ? found.starts(with: word.utf8) : found.elementsEqual(word.utf8)
                guard fits else { return nil }
            }
            let last = words[start + wanted.count - 1]
            return words[start].range.lowerBound..<last.range.upperBound
        }
    }
}

extension [Range<String.Index>] {
    /// The ranges in order, with those that overlap joined.
    fileprivate var merged: [Range<String.Index>] {
        var merged: [Range<String.Index>] = []
        for range in sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) })
        {
            if let last = merged.last, range.lowerBound < last.upperBound {
                merged[merged.count - 1] =
                    last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }
}
