import Foundation
import MappingInference

/// The payloads among the resources of the tests; `Payloads/README.md` says where they come from.
enum RealPayloads {
    static let names = [
        "made/statuses.json", "made/events.json", "jsonplaceholder.json", "swapi", "dummyjson",
        "quicktype/pokedex.json", "quicktype/reddit.json", "quicktype/us-senators.json",
        "quicktype/spotify-album.json", "quicktype/coin-pairs.json", "hooks", "stripe", "shopify",
        "pokeapi", "quicktype/us-avg-temperatures.json",
    ]

    private static let folder = Bundle.module.bundleURL.appendingPathComponent("Payloads")

    /// The files at a path, in order of name.
    static func paths(_ name: String) throws -> [String] {
        let url = folder.appendingPathComponent(name)
        guard !name.hasSuffix(".json") else { return [url.path] }
        return try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
            .map { url.appendingPathComponent($0).path }
    }

    /// The files with their texts.
    static func files(_ name: String) throws -> [(name: String, text: String)] {
        try paths(name).map {
            (($0 as NSString).lastPathComponent, try String(contentsOfFile: $0, encoding: .utf8))
        }
    }

    /// Infers from the files at a path.
    static func inferred(_ name: String) throws -> Inferred { try Inferred(files(name)) }
}
