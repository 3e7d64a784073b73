import Foundation
import TestSupport
import Testing

@Suite("mercator search", .endsInTime)
struct SearchTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop.withStore()
    }

    /// A word of the texts, with the number of statuses that have it.
    private func word() throws -> (text: String, count: Int) {
        let texts = try workshop.rows("SELECT text FROM Status", in: "a.sqlite")
        let words = texts.map { Set($0.lowercased().split { !$0.isLetter }.map(String.init)) }
        let counts = words.flatMap(\.self).reduce(into: [:]) { $0[$1, default: 0] += 1 }
        let best = try #require(
            counts.filter { $0.key.utf8.count == $0.key.count && $0.key.count > 3 }
                .max { ($0.value, $1.key) < ($1.value, $0.key) })
        return (best.key, best.value)
    }

    @Test func `objects with a word are listed, and the word is marked`() throws {
        let word = try word()
        let arguments = ["search", "a.sqlite", word.text.uppercased(), "--entity", "Status"]
        let json = try workshop.run(arguments + ["--in", "text", "--limit", "1000", "--json"])
        #expect(json.status == 0)
        let rows = try #require(
            JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: String]])
        #expect(rows.count >= word.count)
        for row in rows {
            #expect(row["entity"] == "Status" && row["path"] == "text")
            #expect(row["text"]?.lowercased().contains("[\(word.text)]") == true)
        }
        let few = try workshop.run(arguments + ["--in", "text", "--limit", "1", "--csv"])
        #expect(few.output.split(separator: "\n").count == 2)
        #expect(few.output.hasPrefix("entity,object,path,text\n"))
        #expect(few.errors.contains("1 of \(rows.count) objects of Status are shown; --limit N"))
        let table = try workshop.run(arguments + ["--lines"])
        #expect(table.output.split(separator: "\n").count >= rows.count)
    }

    @Test func `all entities are searched for any words`() throws {
        let all = try workshop.run("search", "a.sqlite", "OR", "'", "the -nothing", "(")
        #expect(all.status == 0)
        #expect(all.output.hasPrefix("  entity"))
        let none = try workshop.run("search", "a.sqlite", "qqqq", "--json")
        #expect(none.status == 0 && none.output == "[]\n")
    }

    @Test(arguments: [
        (["?!"], "there is no word to search for"),
        (["a", "--entity", "Statu"], "no entity 'Statu'; did you mean 'Status'?"),
        (["a", "--in", "text"], "--in needs one --entity"),
        (["a", "--entity", "Status", "--in", "txt"], "did you mean 'text'?"),
        (["a", "--entity", "Status", "--in", "user"], "expected an attribute"),
        (["a", "--json", "--csv"], "different forms"),
    ])
    func `a mistake is told`(arguments: [String], message: String) throws {
        let run = try workshop.run(["search", "a.sqlite"] + arguments)
        #expect(run.status != 0)
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(run.output.isEmpty)
    }
}
