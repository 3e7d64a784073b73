import MappingInference
import Mercator
import ObjectGraph

/// The options that override decisions of an inference, shared by `infer` and `import`.
enum CorrectionOptions {
    static let all: [CommandSyntax.Option] = [
        option("--root", "PLACE[=NAME]", "The records at this place are the top ones."),
        option("--map", "PLACE", "This object is a map, its keys are data."),
        option("--record", "PLACE", "This object is a record, its keys are members."),
        option("--entity", "PLACE=NAME", "The name of the entity at this place."),
        option("--id", "ENTITY=KEY[,KEY]", "The keys that identify an entity; 'none' for a part."),
        option("--type", "ENTITY.NAME=TYPE[:TRANSFORM]", "The type of an attribute."),
        option("--same", "PLACE=PLACE", "Two places hold objects of one entity."),
        option("--apart", "PLACE", "The objects at this place are an entity of their own."),
        option("--embed", "PLACE", "The members of this object join its owner."),
        option("--part", "PLACE", "This object is a part of its owner."),
        option("--link", "PLACE", "These records are links to shared objects."),
        option("--connect", "ENTITY.NAME=ENTITY[.NAME]", "A foreign key with what it refers to."),
        option("--no-connect", "ENTITY.NAME", "This attribute is no foreign key."),
        option(
            "--split", "PLACE=KEY", "The objects are of several entities, by the value of a key."),
        option("--drop", "PLACE", "This place is not mapped."),
        option("--rename", "ENTITY.NAME=NAME", "The name of a property."),
        .init(name: "--confidence", valueName: "0…1", help: "Apply decisions from here on (0.6)."),
        .init(name: "--sample", valueName: "N", help: "Infer from so many records, evenly spread."),
        .init(name: "--keep-envelope", help: "Keep what lies beside the records."),
        .init(
            name: "--keep-rest",
            help: "Keep the keys that no mapping takes, in an attribute 'rest' of the record."),
        .init(
            name: "--enums",
            help: "Texts of few kinds are enumerations in the mapping file and in Swift."),
        .init(
            name: "--open", help: "Connect foreign keys that are not found, even to dense numbers."),
        .init(name: "--strict", help: "What all records have is mandatory."),
    ]

    private static func option(_ name: String, _ value: String, _ help: String)
        -> CommandSyntax.Option
    {
        .init(name: name, valueName: value, isRepeated: true, help: help)
    }

    /// Returns the options that were given, each with its value if it has one.
    static func given(_ arguments: Arguments) -> [[String]] {
        all.filter { arguments.has($0.name) }.flatMap { option in
            option.valueName == nil
                ? [[option.name]] : arguments.values(of: option.name).map { [option.name, $0] }
        }
    }

    /// Reads the settings of an inference.
    ///
    /// - Throws: ``CommandError`` with status 64 for a value that is malformed.
    static func options(_ arguments: Arguments) throws -> InferenceOptions {
        var options = InferenceOptions()
        // On a single core, it takes 3 % longer.
        options.readsAhead = Cores.count > 1
        options.corrections = try corrections(arguments)
        options.keepsEnvelope = arguments.has("--keep-envelope")
        options.keepsRest = arguments.has("--keep-rest")
        options.findsEnumerations = arguments.has("--enums")
        options.opensDenseKeys = arguments.has("--open")
        options.isStrict = arguments.has("--strict")
        if let text = arguments.value(of: "--confidence") {
            guard let value = Double(text), (0...1).contains(value) else {
                throw CommandError(
                    "--confidence expects a number from 0 to 1, found '\(text)'", status: .usage)
            }
            options.confidence = value
        }
        options.sample = try arguments.count(of: "--sample", "records")
        return options
    }

    private static func paths(_ option: String, _ arguments: Arguments) -> [SchemaPath] {
        arguments.values(of: option).map { SchemaPath($0) }
    }

    private static func corrections(_ arguments: Arguments) throws -> InferenceCorrections {
        var corrections = InferenceCorrections()
        corrections.roots = arguments.values(of: "--root").map { text in
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            return (SchemaPath(parts.first ?? "self"), parts.count > 1 ? parts[1] : nil)
        }
        corrections.maps = paths("--map", arguments)
        corrections.records = paths("--record", arguments)
        corrections.entities = try pairs("--entity", arguments).map { (SchemaPath($0), $1) }
        corrections.identities = try pairs("--id", arguments).map { entity, names in
            (entity, names == "none" ? [] : names.split(separator: ",").map(String.init))
        }
        corrections.types = try pairs("--type", arguments).map { name, type in
            let (type, transform) = try TypeOption(type).parsed()
            return (try property(name, "--type"), type, transform)
        }
        corrections.same = try pairs("--same", arguments).map {
            (SchemaPath($0), SchemaPath($1))
        }
        corrections.apart = paths("--apart", arguments)
        corrections.embedded = paths("--embed", arguments)
        corrections.parts = paths("--part", arguments)
        corrections.links = paths("--link", arguments)
        corrections.connected = try pairs("--connect", arguments).map { name, target in
            let parts = target.split(separator: ".", maxSplits: 1).map(String.init)
            return (
                try property(name, "--connect"), parts.first ?? "", parts.count > 1 ? parts[1] : nil
            )
        }
        corrections.disconnected = try arguments.values(of: "--no-connect").map {
            try property($0, "--no-connect")
        }
        corrections.splits = try pairs("--split", arguments).map { (SchemaPath($0), $1) }
        corrections.dropped = paths("--drop", arguments)
        corrections.renamed = try pairs("--rename", arguments).map { name, new in
            (try property(name, "--rename"), new)
        }
        return corrections
    }

    private static func pairs(
        _ option: String, _ arguments: Arguments
    ) throws -> [(String, String)] {
        try arguments.values(of: option).map { text in
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw CommandError("\(option) expects NAME=VALUE, found '\(text)'", status: .usage)
            }
            return (parts[0], parts[1])
        }
    }

    private static func property(
        _ text: String, _ option: String
    ) throws -> InferenceCorrections.Property {
        let parts = text.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2 else {
            throw CommandError("\(option) expects ENTITY.NAME, found '\(text)'", status: .usage)
        }
        return InferenceCorrections.Property(entity: parts[0], name: parts[1])
    }
}
