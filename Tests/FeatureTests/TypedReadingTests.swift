import Mercator
import TestSupport
import Testing

@Suite("Reading what was fetched")
struct TypedReadingTests {
    @Test(arguments: StoreKind.allCases)
    func `fetched objects see pending changes of their own context only`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                for rating in 0..<600 {
                    context.insert(Library.Article.self).as(Library.Item.self)?.rating = Double(
                        rating)
                }
                try context.save()
            }
            try container.perform { context throws in
                let items = try context.fetch(Library.Item.self, sortedBy: [.ascending("rating")])
                #expect(items.map(\.rating) == (0..<600).map { Double($0) })
                items[300].title = "changed"
                items[301].rating = nil
                context.delete(items[302])
                #expect(items[299].title == "Untitled" && items[300].title == "changed")
                #expect(items[300].rating == 300 && items[301].rating == nil)
                #expect(!items[302].exists && items[302].rating == nil && items[303].rating == 303)
                let again = try context.fetch(Library.Item.self) { $0.rating >= 298 }
                #expect(again.count == 300 && again.contains(items[300]))
                #expect(!again.contains(items[301]) && !again.contains(items[302]))
                context.rollback()
                #expect(items[300].title == "Untitled" && items[302].rating == 302)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `handles find their objects after the context went back`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                for rating in [1.0, 2, 3, 4] {
                    context.insert(Library.Book.self)
                        .as(Library.Item.self)?.rating = rating
                }
                try context.save()
            }
            try container.perform { context throws in
                let start = context.savepoint()
                let falling = try context.fetch(
                    Library.Item.self, sortedBy: [.descending("rating")])
                context.rollback(to: start)
                // Rows are now in a different order, so that each has the position of another one.
                let rising = try context.fetch(Library.Item.self, sortedBy: [.ascending("rating")])
                #expect(falling.map(\.rating) == [4, 3, 2, 1])
                #expect(rising.map(\.rating) == [1, 2, 3, 4])
                #expect(Set(falling) == Set(rising))
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `one property is read from objects of several entities`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                let article = context.insert(Library.Article.self)
                article.visibility = .friends
                article.as(Library.Item.self)?.title = "article"
                context.insert(Library.Book.self).as(Library.Item.self)?.title = "book"
                try context.save()
            }
            try container.perform { context throws in
                let items = try context.fetch(Library.Item.self, sortedBy: [.ascending("title")])
                #expect(items.map(\.title) == ["article", "book"])
                #expect(items.map { $0.as(Library.Article.self)?.visibility } == [.friends, nil])
            }
        }
    }

    @Test
    func `more key paths than are remembered lead to the right properties`() throws {
        let container = try PersistentContainer(model: Library.model(), store: InMemoryStore())
        try container.perform { context throws in
            let item = try #require(context.insert(Library.Article.self).as(Library.Item.self))
            item.title = "Hello"
            item.rating = 2
            for number in 0..<3000 {
                // Each handle is an object of its own.
                #expect(item[dynamicMember: \Library.Item[title: number]] == "Hello")
                #expect(item[dynamicMember: \Library.Item[rating: number]] == 2)
            }
            // These are kept, and read again while others take their places.
            let titles = (0..<200).map { \Library.Item[title: $0] }
            let ratings = (0..<200).map { \Library.Item[rating: $0] }
            for _ in 0..<2 {
                for (title, rating) in zip(titles, ratings) {
                    #expect(item[dynamicMember: title] == "Hello")
                    #expect(item[dynamicMember: rating] == 2)
                }
            }
        }
    }
}

extension Library.Item {
    fileprivate subscript(title number: Int) -> Attribute<String> { title }
    fileprivate subscript(rating number: Int) -> Attribute<Double?> { rating }
}
