import EntityMapper
import MappingConventions
import MercatorPayload
import ObjectGraph
import Testing

@Suite("Mistakes in Groot's annotations")
struct GrootProblemTests {
    /// Returns the problems of the comic model with a changed annotation.
    private static func problems(
        _ change: AnnotationChange, transforms: [ValueTransform] = [Groot.transformer],
        choices: [EntityChoice] = [], rules: AnnotationRules = .default
    ) throws -> [String] {
        let model = try GrootModel.comic(change)
        let mappings = MappingSet(
            annotationsOf: model, transforms: transforms, entityChoices: choices,
            representationTransforms: [Groot.legacy], rules: rules, roots: [.root: "Character"])
        let error: MappingPlanError? = caught { _ = try MappingPlan(mappings, for: model) }
        return error?.problems.map(\.description) ?? []
    }

    struct Mistake: Sendable, CustomTestStringConvertible {
        let change: AnnotationChange
        let problem: String
        var testDescription: String { "\(change.place) \(change.key)" }

        init(_ place: String, _ key: String, _ value: Value, _ problem: String) {
            change = AnnotationChange(place, key, value)
            self.problem = problem
        }
    }

    @Test(arguments: [
        Mistake(
            "Character.name", "JSONTransformerName", "GrootTests.Transfomer",
            "Character: 'name': JSONTransformerName: no transform is named "
                + "'GrootTests.Transfomer'; did you mean 'GrootTests.Transformer'?"),
        Mistake(
            "Character.name", "JSONTransformerName", "Upper",
            "Character: 'name': JSONTransformerName: no transform is named 'Upper'; give it to "
                + "the mapping set"),
        Mistake(
            "Character", "entityMapperName", "Heroes",
            "Character: entityMapperName: no entity choice is named 'Heroes'; give it to the "
                + "mapping set"),
        Mistake(
            "Power", "JSONDictionaryTransformerName", "GrootTests.DictionaryTransform",
            "Power: JSONDictionaryTransformerName: no representation transform is named "
                + "'GrootTests.DictionaryTransform'; did you mean "
                + "'GrootTests.DictionaryTransformer'?"),
        Mistake(
            "Power", "identityAttributes", "identifer",
            "Power: identityAttributes: no attribute 'identifer' in Power; did you mean "
                + "'identifier'?"),
        Mistake(
            "Power", "identityAttributes", 7,
            "Power: identityAttributes: expected text, found whole number"),
        Mistake(
            "Power.name", "JSONKeyPath", "",
            "Power: 'name': JSONKeyPath is empty; name a key, or take the annotation out"),
        Mistake(
            "Power.name", "JSONKeypath", "name",
            "Power: 'name': 'JSONKeypath' is no annotation; did you mean 'JSONKeyPath'?"),
        Mistake(
            "Character.powers", "JSONKeyPaht", "name",
            "Character: 'powers': 'JSONKeyPaht' is no annotation; did you mean 'JSONKeyPath'?"),
        Mistake(
            "Power", "identityAtributes", "identifier",
            "Power: 'identityAtributes' is no annotation; did you mean 'identityAttributes'?"),
        Mistake(
            "Power", "JSONKeyPath", "power",
            "Power: JSONKeyPath has no effect on an entity; it is for attributes and "
                + "relationships"),
        Mistake(
            "Power.name", "identityAttribute", "name",
            "Power: 'name': identityAttribute has no effect on an attribute; it is for entities"),
        Mistake(
            "Character.powers", "entityMapperName", "X",
            "Character: 'powers': entityMapperName has no effect on a relationship; it is for "
                + "entities"),
    ])
    func `a mistake is a problem of the plan`(mistake: Mistake) throws {
        #expect(try Self.problems(mistake.change) == [mistake.problem])
    }

    @Test(arguments: ["name", "identifier"])
    func `a path that cannot be read is reported once, with its fault`(name: String) throws {
        let problems = try Self.problems(
            AnnotationChange("Character.\(name)", "JSONKeyPath", "name..first"))
        #expect(problems.count == 1)
        #expect(problems[0].hasPrefix("Character: '\(name)': JSONKeyPath cannot be read: "))
    }

    @Test func `what identifies must be mapped`() throws {
        let problems = try Self.problems(
            AnnotationChange("Character.identifier", "JSONKeyPath", nil))
        #expect(
            problems == [
                "Character: 'identifier' identifies Character, but nothing is mapped to it; give "
                    + "it a JSONKeyPath"
            ])
    }

    @Test func `names are given once`() throws {
        let problems = try Self.problems(
            AnnotationChange("Character", "entityMapperName", nil),
            transforms: [Groot.transformer, Groot.transformer],
            choices: [Groot.abstract, Groot.abstract])
        #expect(
            problems == [
                "two transforms are named 'GrootTests.Transformer'; leave one of them out",
                "two entity choices are named 'GrootTests.Abstract'; leave one of them out",
            ])
    }

    @Test func `a relationship needs annotations where it leads`() throws {
        let model = try ManagedObjectModel([
            EntityDescription(
                "Order", attributes: [.annotated("number", .integer64, "number")],
                relationships: [.toMany("lines", "Line").annotated("lines")]),
            EntityDescription("Line", attributes: [.init("text", .string)]),
        ])
        let mappings = MappingSet(annotationsOf: model, roots: [.root: "Order"])
        let error: MappingPlanError? = caught { _ = try MappingPlan(mappings, for: model) }
        #expect(
            error?.problems.map(\.description) == [
                "Order: 'lines' has a JSONKeyPath, but Line, where it leads, has no annotations; "
                    + "annotate its properties"
            ])
    }

    @Test func `all problems come at once, each where it is declared`() throws {
        let model = try GrootModel.abstract(
            AnnotationChange("Abstract", "identityAttribute", "identifyer"),
            AnnotationChange("ConcreteA.foo", "JSONTransformerName", "Foo"),
            AnnotationChange("ConcreteB.bar", "jsonKeyPath", "bar"))
        let mappings = MappingSet(annotationsOf: model, roots: [.root: "Contaner"])
        let error: MappingPlanError? = caught { _ = try MappingPlan(mappings, for: model) }
        #expect(
            error?.problems.map(\.description) == [
                "Abstract: identityAttribute: no attribute 'identifyer' in Abstract; did you mean "
                    + "'identifier'?",
                "Abstract: entityMapperName: no entity choice is named 'GrootTests.Abstract'; give "
                    + "it to the mapping set",
                "ConcreteA: 'foo': JSONTransformerName: no transform is named 'Foo'; give it to the "
                    + "mapping set",
                "ConcreteB: 'bar': 'jsonKeyPath' is no annotation; did you mean 'JSONKeyPath'?",
                "root path '': no mapping is named 'Contaner'; did you mean 'Container'?",
            ])
        #expect(error?.problems.first?.code == .annotation)
    }

    @Test(arguments: [
        "attributeValueClassName", "attributeValueScalarType", "customBaseClass",
        "additionalHeaderFileName", "mappedKeyName", "relatedByAttribute", "primaryAttribute",
        "dateFormat", "identificationAttributes", "RKEntityIdentificationAttributes",
        "hyper.isPrimaryKey", "hyper.remoteKey", "com.apple.syncservices.Syncable", "comment",
    ])
    func `keys of other tools do not matter`(key: String) throws {
        for place in ["Power", "Power.name", "Character.powers"] {
            #expect(try Self.problems(AnnotationChange(place, key, "name")) == [])
        }
    }
}
