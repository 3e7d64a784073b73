import Testing

@Suite("mercator import: tables")
struct ImportTableTests {
    private let workshop: Workshop

    init() throws { workshop = try Workshop() }

    private static let table = """
        employee_id,name,zip,since,active,note
        1,"Ann, Lee",01067,2024-01-31,true,
        2,"5",01068,2024-02-29,false,""
        3,Ünal,01069,,true,"two
        lines"

        """

    @Test(arguments: ["employees.csv", "employees.tsv", "-"])
    func `are records with types, and what is queried is a table again`(name: String) throws {
        let isTabs = name.hasSuffix("tsv")
        let text =
            isTabs
            ? Self.table.replacing("Ann, Lee", with: "Ann\u{1} Lee").replacing(",", with: "\t")
                .replacing("\u{1}", with: ",") : Self.table
        try workshop.write(text, to: isTabs ? name : "employees.csv")
        let words = ["import", name, "--into", "a.sqlite"]
        let run =
            name == "-" ? try workshop.run(words, input: Self.table) : try workshop.run(words)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.contains("Records: 3 in 1 batch\n"), "\(run.output)")
        let entity = try #require(
            workshop.rows(
                "SELECT name FROM sqlite_master WHERE name LIKE 'Input%' OR name = 'Employee'",
                in: "a.sqlite"
            ).first)
        let found = try workshop.run("query", "a.sqlite", entity, "--csv")
        try workshop.write(found.output, to: "again.csv")
        let again = try workshop.run("import", "again.csv", "--into", "b.sqlite")
        #expect(again.status == 0, "\(again.errors)")
        for (file, table) in [("a.sqlite", entity), ("b.sqlite", "Again")] {
            let rows = try? workshop.rows(
                "SELECT employeeID, name, zip, active, quote(note) FROM \(table) ORDER BY 1",
                in: file)
            let expected = [
                "1|Ann, Lee|01067|1|NULL", "2|5|01068|0|''", "3|Ünal|01069|1|'two\nlines'",
            ]
            #expect(rows == expected, "\(file): \(found.output)")
        }
    }

    @Test func `a fault has its place, and nothing is made`() throws {
        try workshop.write("id,name\n1,a\n2\n", to: "a.csv")
        let run = try workshop.run("import", "a.csv", "--into", "a.sqlite")
        #expect(run.status == 1)
        #expect(run.errors.contains("expected 2 fields, as the first line has, found 1, at line 3"))
        #expect(try workshop.names == ["a.csv"])
    }
}
