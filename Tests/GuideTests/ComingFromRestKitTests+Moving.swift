import Foundation
import Mercator
import Testing

/// Migrating an app: plain objects, its model, its files.
extension ComingFromRestKitTests {
    final class Settings {
        var theme = "light"
        var fontSize: Int?
    }

    @Test func `plain objects`() throws {
        var settings = ObjectMapping { Settings() }
        settings.addAttributeMapping(from: "theme", to: \.theme)
        settings.addAttributeMapping(from: "font.size", to: \.fontSize)
        let json = #"{"settings": {"theme": "dark", "font": {"size": "14"}}}"#
        let mine = try settings.run(json.utf8, at: "settings").first
        let size = mine?.fontSize  // 14
        #expect(size == 14)
        #expect(mine?.theme == "dark")
    }

    @Test func `the model of Xcode is read as it is`() throws {
        let contents = guide.texts[3]
        let xcode = try XcodeModel(contents: ["News": Array(contents.utf8)])
        let articles = EntityMapping(forEntityNamed: "Article", in: xcode.model)
        let identification = articles.identificationAttributes  // ["number"]
        #expect(identification == ["number"])
        #expect(xcode.current.classNames["Article"] == "NWSArticle")
        #expect(xcode.current.differences.count == 1)
    }

    @Test func `a file of Core Data is refused and stays`() throws {
        let path = file.path
        try Data().write(to: URL(filePath: path))
        let shell = try SQLiteShell(path, isWriting: true)
        try shell.run(
            "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)"
        )
        try shell.run(
            "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)"
        )
        try shell.run(
            "CREATE TABLE ZARTICLE (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZARTICLEID INTEGER, ZTITLE VARCHAR)"
        )
        try shell.run("INSERT INTO ZARTICLE VALUES (1, 1, 1, 7, 'Maps')")
        var refusal: StoreError?
        do {
            _ = try PersistentContainer(model: model, store: SQLiteStore(path))
        } catch {
            refusal = error
        }
        let text = refusal?.description.replacing(path, with: "News.sqlite")
        #expect(text == guide.texts[4])
        #expect(try shell.run("SELECT count(*) FROM ZARTICLE") == "1")
    }
}
