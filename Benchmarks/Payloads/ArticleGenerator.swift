/// Generates articles, each determined by its index, the size of the page and the version.
///
/// Version 2 has the same articles, all of them changed: title, body, update time, rating and
/// views, one of three tags in every other article, and the names of all authors.
struct ArticleGenerator {
    let count: Int
    let version: PageVersion

    private var authorCount: Int { max(1, count / 20) }
    private static let tagCount = 500
    private static let day = 86_400

    /// All articles, generated on access.
    var articles: some Collection<ArticleRecord> { (0..<count).lazy.map(article(at:)) }

    /// Returns the article at an index.
    func article(at index: Int) -> ArticleRecord {
        var random = RandomNumbers(seed: index &* 2_654_435_761 &+ 12_345)
        let words = (0..<random.number(4...8)).map { _ in random.pick(Vocabulary.words) }
        let slug = words.joined(separator: "-") + "-\(index)"
        let title = words.joined(separator: " ")
        let body = body(&random)
        let created = random.number(0...(9 * 365 * Self.day))
        let updated = created + random.number(0...(200 * Self.day))
        let tags = tags(of: index, &random)
        return ArticleRecord(
            id: Int64(1000 + index),
            title: title.prefix(1).uppercased() + title.dropFirst() + suffix(" (rev)"),
            body: body + suffix(" upd."),
            createdAt: InstantText.text(created),
            updatedAt: InstantText.text(updated + (version == .second ? 3 * Self.day : 0)),
            isPublished: random.happens(800),
            rating: rating(&random),
            viewCount: Int64(random.number(0...2_000_000) + (version == .second ? 17 : 0)),
            slug: slug,
            author: author(random.number(1...authorCount)),
            categoryID: Int64(random.number(1...40)),
            tags: tags.map { TagRecord(id: Int64($0), name: Self.tagName($0)) },
            commentIDs: (0..<random.number(0...8)).map { _ in
                Int64(random.number(1...50_000_000))
            })
    }

    private func suffix(_ text: String) -> String { version == .second ? text : "" }

    private func body(_ random: inout RandomNumbers) -> String {
        let target = random.number(150...240)
        var body = ""
        var length = 0
        while length < target {
            let word =
                switch random.number(0...999) {
                case 0..<40: random.pick(Vocabulary.foreignWords)
                case 40..<55: "\"\(random.pick(Vocabulary.words))\""
                case 55..<65: "\n"
                case 65..<68: "a\\b"
                default: random.pick(Vocabulary.words)
                }
            if !body.isEmpty { body += " " }
            body += word
            length += word.count + 1
        }
        return body
    }

    /// Returns a rating with at most four decimal places, so that its text is short and exact.
    private func rating(_ random: inout RandomNumbers) -> Double {
        let scale = random.pick([10, 100, 1000, 10_000])
        let rating = random.number(0...(5 * scale)) * (10_000 / scale)
        return Double(version == .second ? rating * 9 / 10 + 500 : rating) / 10_000
    }

    private func author(_ id: Int) -> AuthorRecord {
        var random = RandomNumbers(seed: id &* 7919 &+ 5)
        let name = random.pick(Vocabulary.firstNames) + " " + random.pick(Vocabulary.lastNames)
        return AuthorRecord(
            id: Int64(id), name: name + suffix(" Jr"), email: "user\(id)@example.com",
            url: "https://api.example.com/v1/authors/\(id)")
    }

    private func tags(of index: Int, _ random: inout RandomNumbers) -> [Int] {
        var tags: [Int] = []
        while tags.count < 3 {
            let tag = random.number(1...Self.tagCount)
            if !tags.contains(tag) { tags.append(tag) }
        }
        guard version == .second, index % 2 == 1 else { return tags }
        repeat { tags[2] = tags[2] % Self.tagCount + 1 } while tags[..<2].contains(tags[2])
        return tags
    }

    private static func tagName(_ id: Int) -> String {
        "tag-\(id)-\(Vocabulary.words[id % Vocabulary.words.count])"
    }
}

/// The state of the articles on a page.
package enum PageVersion: CaseIterable {
    case first, second
}
