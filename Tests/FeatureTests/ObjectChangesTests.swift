import Mercator
import TestSupport
import Testing

@Suite("What was done to an object")
struct ObjectChangesTests {
    @Test(arguments: StoreKind.allCases)
    func `old values are known until the save`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                let book = context.insert("Book")
                book["pages"] = 12
                #expect(book.changedAttributes == ["title", "pages"])
                #expect(book.committedValue(of: "title") == .null)
                try context.save()
                #expect(book.changedAttributes == [] && book.committedValue(of: "pages") == 12)
                book["rating"] = 4.5
                book["pages"] = 13
                #expect(book.changedAttributes == ["rating", "pages"])
                #expect(book.committedValue(of: "pages") == 12 && book["pages"] == 13)
                book["pages"] = 12
                #expect(book.changedAttributes == ["rating"])
                try context.save()
                #expect(book.committedValue(of: "rating") == 4.5)
            }
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `a deletion is reported until the save, with the old values`(store: StoreKind) throws {
        try store.withContainer(Library.model()) { container throws in
            try container.perform { context throws in
                let tag = context.insert("Tag")
                tag["name"] = "swift"
                #expect(!tag.isDeleted)
                try context.save()
                tag["name"] = "linux"
                context.delete(tag)
                #expect(tag.isDeleted && !tag.exists && !tag.isUpdated && !tag.isInserted)
                #expect(tag.committedValue(of: "name") == "swift" && tag["name"] == .null)
                #expect(tag.changedAttributes == [])
                try context.save()
                #expect(!tag.isDeleted && !tag.exists)
                #expect(tag.committedValue(of: "name") == .null)
                let unsaved = context.insert("Tag")
                context.delete(unsaved)
                #expect(!unsaved.isDeleted && !unsaved.exists)
            }
        }
    }
}
