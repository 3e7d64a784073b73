import Foundation
import TestSupport
import Testing

@Suite("mercator import, rows with a header", .endsInTime)
struct ImportRowsTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
    }

    private let rows = [
        #"["id","name","born"]"#, #"[1,"Ada",1815]"#, #"[2,"Bea",null]"#, #"[3,"Cleo",1901]"#,
    ]

    private func text(_ rows: [String], areLines: Bool) -> String {
        areLines ? rows.map { $0 + "\n" }.joined() : "[\(rows.joined(separator: ",\n"))]"
    }

    private func load(_ words: String...) throws -> Tool.Run {
        let run = try workshop.run(["import"] + words + ["--into", "a.sqlite"])
        #expect(run.status == 0, "\(run.errors)")
        return run
    }

    private func people() throws -> [String] {
        try workshop.rows("SELECT personID, name, born FROM Person ORDER BY 1", in: "a.sqlite")
    }

    @Test(arguments: [false, true])
    func `rows become objects, streamed, and nothing changes the second time`(
        areLines: Bool
    ) throws {
        try workshop.write(text(rows, areLines: areLines), to: "people.json")
        let run = try load("people.json", "--batch", "2")
        #expect(run.output.contains("Records: 3 in 2 batches"), "\(run.output)")
        #expect(try people() == ["1|Ada|1815", "2|Bea|", "3|Cleo|1901"])
        let again = try load("people.json", "--start-over", "--json")
        #expect(again.output.contains(#""inserted": 0, "updated": 0"#), "\(again.output)")
    }

    @Test(arguments: [false, true])
    func `A later page has its own header, in another order, with another column`(
        areLines: Bool
    ) throws {
        try workshop.write(text(rows, areLines: areLines), to: "people.json")
        try workshop.write(
            text(
                [#"["name","id","city"]"#, #"["Dora",4,"Bern"]"#, #"["Eve",5,"Rome"]"#],
                areLines: areLines),
            to: "people-2.json")
        _ = try load("people.json")
        let run = try load("people-2.json")
        #expect(run.errors.contains("Person.city: added"), "\(run.errors)")
        #expect(
            try workshop.rows(
                "SELECT personID, name, city FROM Person ORDER BY 1", in: "a.sqlite")
                == ["1|Ada|", "2|Bea|", "3|Cleo|", "4|Dora|Bern", "5|Eve|Rome"])
    }

    @Test func `A page without a header is read by the columns of the mapping`() throws {
        try workshop.write(text(rows, areLines: true), to: "people.json")
        #expect(try workshop.run("infer", "people.json", "--save", "m.json").status == 0)
        try workshop.write(text(Array(rows.dropFirst()), areLines: false), to: "more.json")
        _ = try load("more.json", "--mapping", "m.json")
        #expect(try people() == ["1|Ada|1815", "2|Bea|", "3|Cleo|1901"])
    }

    @Test func `Rows of another length and values that do not fit are told with their places`()
        throws
    {
        try workshop.write(text(rows, areLines: true), to: "people.json")
        #expect(try workshop.run("infer", "people.json", "--save", "m.json").status == 0)
        try workshop.write(
            text(rows + [#"[4]"#, #"[5, "Eve", "soon"]"#], areLines: true), to: "people.json")
        let run = try load("people.json", "--mapping", "m.json")
        #expect(run.errors.contains("at [3] (line 5, column 1)"), "\(run.errors)")
        #expect(run.errors.contains("at [4].born (line 6, column 12)"), "\(run.errors)")
        #expect(try people().last == "5|Eve|")
    }

    @Test func `Rows and objects in one store keep their kinds`() throws {
        try workshop.write(text(rows, areLines: false), to: "people.json")
        try workshop.write(
            #"[{"id": 1, "title": "t", "paid": true}, {"id": 2, "title": "u", "paid": false}]"#,
            to: "orders.json")
        _ = try load("people.json", "orders.json")
        #expect(try people().count == 3)
        #expect(
            try workshop.rows("SELECT title FROM \"Order\" ORDER BY 1", in: "a.sqlite") == [
                "t", "u",
            ])
        for command in ["explain", "diff"] {
            let run = try workshop.run(command, "people.json", "--into", "a.sqlite")
            #expect(run.status == 0, "\(run.errors)")
            #expect(!run.errors.contains("expected an object"), "\(command): \(run.errors)")
        }
    }
}
