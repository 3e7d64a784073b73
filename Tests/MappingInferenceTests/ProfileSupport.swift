import MappingInference
import MercatorPayload

/// A profile of payloads given as text, whose places are found by their paths.
struct ProfiledPlaces {
    let profile: PayloadProfile
    let paths: [String: SchemaNodeID]

    init(_ profile: PayloadProfile) {
        self.profile = profile
        var texts: [String] = []
        var paths: [String: SchemaNodeID] = [:]
        for (index, place) in profile.nodes.enumerated() {
            let above = place.parent.map { texts[Int($0.rawValue)] } ?? ""
            let text: String
            switch place.step {
            case .document:
                let group = profile.groups.first { $0.root == SchemaNodeID(index) }
                text = profile.groups.count > 1 ? (group?.name ?? "") + ":" : ""
            case .element: text = above + "[]"
            case .entry: text = above + "{}"
            case .member(let key):
                let isFirst = above.isEmpty || above.hasSuffix(":")
                text = above + (isFirst ? "" : ".") + key
            }
            texts.append(text)
            paths[text] = SchemaNodeID(index)
        }
        self.paths = paths
    }

    init(
        _ files: [(name: String, text: String)],
        _ options: PayloadProfiler.Options = PayloadProfiler.Options()
    ) throws(InferenceError) {
        let sources = files.map { PayloadSource(name: $0.name, bytes: Array($0.text.utf8)) }
        self.init(try PayloadProfiler(options).profile(sources))
    }

    init(
        _ text: String, named name: String = "page.json",
        _ options: PayloadProfiler.Options = PayloadProfiler.Options()
    ) throws(InferenceError) {
        try self.init([(name, text)], options)
    }

    /// The place at a path: `statuses[].user`; empty for the document.
    subscript(path: String) -> NodeProfile? { paths[path].map { profile[$0] } }

    /// The candidate of some columns, given as paths from the document.
    func candidate(_ columns: [String], at path: String) -> KeyTable? {
        self[path]?.candidates.first { $0.columns == columns.compactMap { paths[$0] } }
    }

    func path(of place: SchemaNodeID) -> String? { paths.first { $0.value == place }?.key }
}
