import Foundation

/// Hand-written import of JSON lines: decodes articles one by one and inserts them with prepared
/// statements, in transactions of four thousand articles, assuming that the tables are empty.
///
/// The keys of authors and tags already written are kept in memory, so nothing is looked
/// up in the file.
struct RawStream {
    private static let (batch, chunkSize) = (4000, 1 << 18)

    private let database: RawDatabase
    private let decoder = JSONDecoder()
    private let author: RawStatement
    private let tag: RawStatement
    private let article: RawStatement
    private let link: RawStatement
    private var authors: [Int64: Int64] = [:]
    private var tags: [Int64: Int64] = [:]
    private(set) var count: Int64 = 0

    init(path: String) throws {
        database = try RawDatabase(path: path)
        try database.execute(RawSchema.tables)
        author = try database.prepare(RawSchema.authorInsertion)
        tag = try database.prepare(RawSchema.tagInsertion)
        article = try database.prepare(RawSchema.articleInsertion)
        link = try database.prepare(RawSchema.linkUpsert)
    }

    /// Imports a file; the indexes for look-ups are created at the end.
    mutating func run(file: String) throws {
        guard let handle = FileHandle(forReadingAtPath: file) else {
            throw BenchmarkError("'\(file)' cannot be read")
        }
        var rest = Data()
        var records: [ArticleRecord] = []
        while let chunk = try handle.read(upToCount: Self.chunkSize), !chunk.isEmpty {
            rest.append(chunk)
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                records.append(try decoder.decode(ArticleRecord.self, from: rest[..<end]))
                rest = rest[(end + 1)...]
                guard records.count == Self.batch else { continue }
                try write(records)
                records = []
            }
            rest = Data(rest)
        }
        try write(records)
        try database.execute(RawSchema.indexes)
    }

    private mutating func write(_ records: [ArticleRecord]) throws {
        try database.execute("BEGIN IMMEDIATE")
        for record in records { try write(record) }
        try database.execute("COMMIT")
    }

    /// Writes an article; rows are numbered from 1 in order of insertion.
    private mutating func write(_ record: ArticleRecord) throws {
        if authors[record.author.id] == nil {
            authors[record.author.id] = Int64(authors.count + 1)
            author.bind(record.author.id)
            author.bind(record.author.name)
            author.bind(record.author.email)
            author.bind(record.author.url)
            try author.run()
        }
        for known in record.tags where tags[known.id] == nil {
            tags[known.id] = Int64(tags.count + 1)
            tag.bind(known.id)
            tag.bind(known.name)
            try tag.run()
        }
        count += 1
        try writeRow(record)
        for (position, known) in record.tags.enumerated() {
            link.bind(count)
            link.bind(tags[known.id] ?? 0)
            link.bind(Int64(position))
            try link.run()
        }
    }

    private func writeRow(_ record: ArticleRecord) throws {
        article.bind(record.id)
        article.bind(record.title)
        article.bind(record.body)
        article.bind(RawRows.sortable(record.createdAt))
        article.bind(RawRows.sortable(record.updatedAt))
        article.bind(record.isPublished ? 1 : 0 as Int64)
        article.bind(record.rating)
        article.bind(record.viewCount)
        article.bind(record.slug)
        article.bind(record.categoryID)
        article.bind("[\(record.commentIDs.map(String.init).joined(separator: ","))]")
        article.bind(authors[record.author.id] ?? 0)
        try article.run()
    }
}
