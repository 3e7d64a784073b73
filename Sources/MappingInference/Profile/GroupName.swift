/// Derives the name of a group from its files.
enum GroupName {
    /// Returns the common prefix of names in whole words, without extensions and trailing digits
    /// or digests.
    ///
    /// Without a common word, the name is the folder's, else the first file's.
    static func name(of sources: [DocumentReader]) -> String {
        let stems = sources.map { stem($0.name) }
        guard let first = stems.first else { return "" }
        let common = trimmed(stems.dropFirst().reduce(first, commonWords))
        if !common.isEmpty { return common }
        let folders = Set(sources.map(\.folder))
        if folders.count == 1, let folder = folders.first, !trimmed(folder).isEmpty {
            return trimmed(folder)
        }
        let name = trimmed(first)
        return name.isEmpty ? first : name
    }

    /// The name without its extensions.
    static func stem(_ file: String) -> String {
        var parts = file.split(separator: ".", omittingEmptySubsequences: false)
        while parts.count > 1, let last = parts.last, last.count <= 7,
            last.contains(where: \.isLetter)
        {
            parts.removeLast()
        }
        let stem = parts.joined(separator: ".")
        return stem.isEmpty ? file : stem
    }

    /// The name without a digest, digits and separators at its end.
    private static func trimmed(_ stem: String) -> String {
        var name = stem[...]
        while name.last.map({ !$0.isLetter && !$0.isNumber }) ?? false { name.removeLast() }
        let word = name.reversed().prefix { $0.isLetter || $0.isNumber }
        if isDigest(word) { name.removeLast(word.count) }
        while name.last.map({ !$0.isLetter }) ?? false { name.removeLast() }
        return String(name)
    }

    /// Tests whether a word is a hexadecimal number of twelve or more digits.
    private static func isDigest(_ word: some Collection<Character>) -> Bool {
        word.count >= 12 && word.allSatisfy(\.isHexDigit) && word.contains(where: \.isNumber)
    }

    /// Returns the common prefix of two names, in whole words.
    private static func commonWords(_ left: String, _ right: String) -> String {
        let pairs = zip(left, right).prefix { $0 == $1 }
        var common = left.prefix(pairs.count)
        let isWhole = [left, right].allSatisfy { name in
            name.dropFirst(common.count).first.map { !$0.isLetter } ?? true
        }
        while !isWhole, common.last?.isLetter == true { common.removeLast() }
        return String(common)
    }

    /// Numbers groups with equal names.
    static func distinct(_ items: [SourceGrouping.Item]) -> [SourceGrouping.Item] {
        var seen: [String: Int] = [:]
        return items.map { item in
            seen[item.name, default: 0] += 1
            guard let count = seen[item.name], count > 1 else { return item }
            return SourceGrouping.Item(name: "\(item.name)\(count)", sources: item.sources)
        }
    }
}
