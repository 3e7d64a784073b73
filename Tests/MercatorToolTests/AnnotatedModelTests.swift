import Foundation
import TestSupport
import Testing

@Suite("Commands with an annotated model", .endsInTime)
struct AnnotatedModelTests {
    private let workshop: Workshop

    init() throws {
        workshop = try Workshop()
        let folder = workshop.directory.appendingPathComponent("Zoo.xcdatamodel")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try workshop.write(Self.model, to: "Zoo.xcdatamodel/contents")
        try workshop.write(Self.payload, to: "zoo.json")
    }

    private static let model = """
        <?xml version="1.0" encoding="UTF-8"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            <entity name="Animal" syncable="YES">
                <attribute name="animalID" optional="YES" attributeType="Integer 64">
                    <userInfo>
                        <entry key="JSONKeyPath" value="id"/>
                        <entry key="JSONTransformerName" value="Zoo.Number"/>
                    </userInfo>
                </attribute>
                <attribute name="name" attributeType="String">
                    <userInfo><entry key="JSONKeyPath" value="name"/></userInfo>
                </attribute>
                <relationship name="friends" optional="YES" toMany="YES" destinationEntity="Animal"
                    inverseName="friends" inverseEntity="Animal">
                    <userInfo><entry key="JSONKeyPath" value="friends"/></userInfo>
                </relationship>
                <userInfo><entry key="identityAttributes" value="animalID"/></userInfo>
            </entity>
            <entity name="Cage" syncable="YES"/>
        </model>
        """

    private static let payload = """
        {"animals": [{"id": "1", "name": "Ada", "friends": [{"id": "2", "name": "Bo"}]}, {"id": "2",},]}
        """

    private static let options = [
        "--model", "Zoo.xcdatamodel", "--entity", "Animal", "--at", "animals",
    ]

    @Test func `seed maps payloads by the annotations, and says what code is missing`() throws {
        let run = try workshop.run(["seed", "zoo.json", "--into", "zoo.sqlite"] + Self.options)
        #expect(run.status == 0)
        #expect(
            run.errors.contains(
                "Animal: 'animalID': JSONTransformerName: no transform is named 'Zoo.Number'"))
        #expect(run.output.contains("zoo.json: 2 at the top level"))
        let rows = try workshop.rows(
            "SELECT animalID, name FROM Animal ORDER BY 1", in: "zoo.sqlite")
        #expect(rows == ["1|Ada", "2|Bo"])
    }

    @Test func `diff and explain know the model too`() throws {
        #expect(
            try workshop.run(["seed", "zoo.json", "--into", "zoo.sqlite"] + Self.options).status
                == 0)
        try workshop.write(#"{"animals": [{"id": 1, "name": "Eve", "age": 3}]}"#, to: "new.json")
        let diff = try workshop.run(["diff", "new.json", "--into", "zoo.sqlite"] + Self.options)
        #expect(diff.status == 0)
        #expect(diff.output.contains("Eve"))
        let explanation = try workshop.run(["explain", "new.json"] + Self.options)
        #expect(explanation.status == 0)
        #expect(explanation.output.contains("age"))
    }

    @Test(
        arguments: [
            (["--entity", "Animal"], "--entity goes with --model, which is not given", 64),
            (["--at", "animals"], "--at goes with --model, which is not given", 64),
            (
                ["--model", "Zoo.xcdatamodel"], "--model needs --entity NAME, one of Animal, Cage",
                64
            ),
            (["--model", "a", "--mapping", "b"], "--mapping and --model exclude each other", 64),
            (
                ["--model", "Zoo.xcdatamodel", "--entity", "Animl"],
                "no mapping is named 'Animl'; did you mean 'Animal'?", 1
            ),
            (["--model", "Zo.xcdatamodel", "--entity", "Animal"], "Zo.xcdatamodel", 1),
            (
                ["--model", "Zoo.xcdatamodel", "--entity", "Cage"],
                "the entity 'Cage' has no annotations; write what is mapped into the user info, under "
                    + "'JSONKeyPath', or choose one of Animal", 1
            ),
            (
                ["--model", "Zoo.xcdatamodel", "--entity", "Animal", "--at", "a..b"],
                "a..b", 1
            ),
        ] as [([String], String, Int32)])
    func `incompatible options are reported, and no store is created`(
        options: [String], message: String, status: Int32
    ) throws {
        let run = try workshop.run(["seed", "zoo.json", "--into", "zoo.sqlite"] + options)
        #expect(run.status == status)
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(try !workshop.names.contains("zoo.sqlite"))
    }

    @Test(arguments: ["User", "Usr"])
    func `a model without annotations says that it has none`(entity: String) throws {
        let model = """
            <model type="com.apple.IDECoreDataModeler.DataModel">
                <entity name="User"><attribute name="name" attributeType="String"/></entity>
            </model>
            """
        let folder = workshop.directory.appendingPathComponent("Plain.xcdatamodel")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try workshop.write(model, to: "Plain.xcdatamodel/contents")
        let run = try workshop.run([
            "explain", "zoo.json", "--model", "Plain.xcdatamodel", "--entity", entity,
        ])
        #expect(run.status == 1)
        #expect(
            run.errors.contains(
                "the model has no annotations; write what is mapped into the user info, under "
                    + "'JSONKeyPath'"), "\(run.errors)")
    }
}
