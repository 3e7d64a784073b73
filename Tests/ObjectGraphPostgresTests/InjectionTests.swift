import Foundation
import Mercator
import ObjectGraphPostgres
import PostgresTestSupport
import TestSupport
import Testing

@Suite("Names that other programs have chosen", .needsPostgres, .endsInTime)
struct InjectionTests {
    /// Names that would end a quotation, a statement or a comment.
    private static let names = [
        "select", #"a"b"#, "x'", "$1", "😀", #"a"; DROP SCHEMA public; --"#, #"\"#, "a/*", "%s",
        "mercator_schema", "_id", "Ordnung", String(repeating: "n", count: 80),
    ]

    /// Returns an entity with the name, whose properties have it as well.
    private func model(_ name: String) throws -> ManagedObjectModel {
        let other = name + " 2"
        return try ManagedObjectModel([
            EntityDescription(
                name,
                attributes: [
                    AttributeDescription(name, .string),
                    AttributeDescription(name + "!", .integer64, isUnique: true),
                ],
                relationships: [
                    .toOne(name + "?", other, inverse: name),
                    .toMany(name + "#", other, inverse: name + "#", isOrdered: true),
                ]),
            EntityDescription(
                other, attributes: [AttributeDescription(name + "=", .string)],
                relationships: [
                    .toMany(name, name, inverse: name + "?", isOrdered: true),
                    .toMany(name + "#", name, inverse: name + "#"),
                ]),
        ])
    }

    @Test(arguments: names)
    func `entities, relationships and connections may have any name`(name: String) throws {
        try PostgresSchema.with { schema in
            let model = try model(name)
            let store = PostgresStore(schema.connectionString, options: .init(schema: schema.name))
            let connection = ConnectionDescription(
                entity: name, relationship: name + "?", connectedBy: [name: name + "="])
            try StoreFixture(store, model).commit { $0.connections = [connection] }
            for round in 0..<2 as Range<Int64> {
                let container = try PersistentContainer(model: model, store: store)
                try container.perform { context in
                    let (one, other) = (context.insert(name), context.insert(name + " 2"))
                    one[name] = .string(name + "\(round)")
                    one[name + "!"] = .integer(round)
                    other[name + "="] = .string(name + "\(round)")
                    one[toMany: name + "#"] = [other]
                    try context.save()
                }
                _ = try ConnectionOperation().run(in: container)
                try container.perform { context in
                    let found = try context.fetch(
                        FetchRequest(name, where: .attribute(name) == .string(name + "0")))
                    #expect(found.count == 1)
                    let other = try #require(found.first?[toOne: name + "?"])
                    #expect(other[name + "="] == .string(name + "0"))
                    #expect(found.first?[toMany: name + "#"].count == 1)
                    let all = try context.fetch(FetchRequest(name))
                    #expect(all.count == Int(round) + 1)
                }
            }
            #expect(
                try schema.connect().number(
                    "SELECT count(*) FROM pg_namespace WHERE nspname = 'public'") == 1)
        }
    }

    @Test func `names of an Xcode model are quoted as well`() throws {
        let name = "a&quot;b; DROP TABLE x; --"
        let source = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
                <entity name="\(name)" representedClassName="X" syncable="YES">
                    <attribute name="\(name)" optional="YES" attributeType="String"/>
                </entity>
            </model>
            """
        let version = try XcodeModelVersion("1", contents: Array(source.utf8))
        let unquoted = name.replacing("&quot;", with: "\"")
        try withStore { store in
            let container = try PersistentContainer(model: version.model, store: store)
            try container.perform { context in
                context.insert(unquoted)[unquoted] = .string(unquoted)
                try context.save()
                let found = try context.fetch(
                    FetchRequest(unquoted, where: .attribute(unquoted) == .string(unquoted)))
                #expect(found.count == 1)
            }
        }
    }

    /// The role's own schema has a table, a function and operators with names that the store uses.
    @Test(arguments: [true, false])
    func `what the search path of a role leads to is never used`(prepares: Bool) throws {
        try PostgresSchema.with { schema in
            let owner = try schema.connect()
            let evil = schema.name + "_evil"
            try owner.execute(
                """
                CREATE SCHEMA \(evil);
                CREATE ROLE \(schema.name) LOGIN;
                CREATE SCHEMA \(schema.name) AUTHORIZATION \(schema.name);
                GRANT ALL ON SCHEMA \(evil) TO \(schema.name);
                ALTER ROLE \(schema.name) SET search_path = \(evil), pg_catalog;
                CREATE TABLE \(evil)."Article" (_id bigint, nonsense text);
                CREATE TABLE \(evil)."Tag" (_id bigint);
                CREATE TABLE \(evil).mercator_schema (fingerprint text);
                CREATE FUNCTION \(evil).wrong(text, text) RETURNS boolean LANGUAGE plpgsql AS
                    $$ BEGIN RAISE EXCEPTION 'the operator of somebody else'; END $$;
                CREATE FUNCTION \(evil).wrong(bigint, bigint) RETURNS boolean LANGUAGE plpgsql AS
                    $$ BEGIN RAISE EXCEPTION 'the operator of somebody else'; END $$;
                CREATE OPERATOR \(evil).= (LEFTARG = text, RIGHTARG = text,
                    FUNCTION = \(evil).wrong);
                CREATE OPERATOR \(evil).= (LEFTARG = bigint, RIGHTARG = bigint,
                    FUNCTION = \(evil).wrong);
                CREATE FUNCTION \(evil).strpos(text, text) RETURNS int LANGUAGE plpgsql AS
                    $$ BEGIN RAISE EXCEPTION 'the function of somebody else'; END $$;
                GRANT ALL ON ALL TABLES IN SCHEMA \(evil) TO \(schema.name)
                """)
            defer {
                try? owner.execute(
                    "DROP SCHEMA \(evil) CASCADE; DROP OWNED BY \(schema.name); "
                        + "DROP ROLE \(schema.name)")
            }
            // Other programs of the role do use them.
            let text = schema.connectionString.replacing(
                "user=mercator", with: "user=\(schema.name)")
            let plain = try PostgresConnection(
                ConnectionOptions(text),
                {
                    var settings = PostgresSettings()
                    settings.schema = evil
                    return settings
                }())
            #expect(
                storeError {
                    try plain.execute(
                        "SET search_path = \(evil), pg_catalog; SELECT 'a'::text = 'a'")
                } != nil)
            let fixture = try StoreFixture(
                PostgresStore(
                    text, options: .init(schema: schema.name, preparesStatements: prepares)))
            try RandomGraph.fill(fixture, size: 30, generator: SeededGenerator(seed: 3))
            let tag = try fixture.insert("Tag", ["name": "somebody"])
            #expect(try fixture.numbers("Tag", by: ["name"], keys: [["somebody"]]) == [tag.number])
            for format in [
                "name == 'somebody'", "name CONTAINS 'mebo'", "name LIKE[c] 'SOME*'",
                "name IN {'somebody', 'b'}", "ANY articles.title == 'x' OR name == 'somebody'",
            ] {
                let predicate = try EntityPredicate(format: format)
                #expect(try fixture.numbers("Tag", predicate) == [tag.number], "\(format)")
            }
            try fixture.commit { $0.deleted = [fixture.deletion(tag)] }
            let count = try owner.number(
                "SELECT (SELECT count(*) FROM \(evil).\"Article\") "
                    + "+ (SELECT count(*) FROM \(evil).\"Tag\")")
            #expect(count == 0)
        }
    }

    @Test(arguments: [true, false])
    func `other rules of quotation of the role make no difference`(prepares: Bool) throws {
        try PostgresSchema.with { schema in
            let owner = try schema.connect()
            try owner.execute(
                """
                CREATE ROLE \(schema.name) LOGIN;
                CREATE SCHEMA \(schema.name) AUTHORIZATION \(schema.name);
                ALTER ROLE \(schema.name) SET standard_conforming_strings = off;
                ALTER ROLE \(schema.name) SET escape_string_warning = off;
                ALTER ROLE \(schema.name) SET backslash_quote = on;
                ALTER ROLE \(schema.name) SET bytea_output = 'escape';
                ALTER ROLE \(schema.name) SET DateStyle = 'German';
                ALTER ROLE \(schema.name) SET extra_float_digits = -3
                """)
            defer {
                try? owner.execute("DROP OWNED BY \(schema.name); DROP ROLE \(schema.name)")
            }
            let name = #"\'; DROP TABLE x; --"#
            let model = try ManagedObjectModel([
                EntityDescription(
                    name,
                    attributes: [
                        AttributeDescription(name, .string), AttributeDescription("d", .double),
                        AttributeDescription("t", .date),
                    ]),
                EntityDescription("Sub\\", parent: name),
            ])
            let fixture = try StoreFixture(
                PostgresStore(
                    schema.connectionString.replacing(
                        "user=mercator", with: "user=\(schema.name)"),
                    options: .init(schema: schema.name, preparesStatements: prepares)), model)
            let values: [String: Value] = [
                name: .string(name), "d": .double(0.1 + 0.2), "t": .date(.distantPast),
            ]
            for entity in [name, "Sub\\"] {
                let row = try fixture.insert(entity, values)
                #expect(try fixture.stored(row)?.row == row.row)
                #expect(
                    try fixture.numbers(
                        entity, by: [name, "d"], keys: [[.string(name), .double(0.1 + 0.2)]]
                    )
                    .last == row.number)
            }
            #expect(
                try fixture.numbers(name, .attribute(name) == .string(name)).count == 2)
        }
    }
}
