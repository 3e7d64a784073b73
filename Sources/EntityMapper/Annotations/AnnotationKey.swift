import ObjectGraph

/// The keys of `userInfo` that say how a model is mapped, as Groot names them.
enum AnnotationKey: String, CaseIterable {
    case keyPath = "JSONKeyPath"
    case transformer = "JSONTransformerName"
    case identityAttributes
    case identityAttribute
    case entityMapper = "entityMapperName"
    case dictionaryTransformer = "JSONDictionaryTransformerName"

    /// What can be annotated.
    enum Bearer {
        case entity, attribute, relationship

        /// The kind with its article.
        var words: String {
            switch self {
            case .entity: "an entity"
            case .attribute: "an attribute"
            case .relationship: "a relationship"
            }
        }
    }

    /// Whether the key says something about a thing of this kind.
    func belongs(to bearer: Bearer) -> Bool {
        switch (self, bearer) {
        case (.keyPath, .attribute), (.keyPath, .relationship), (.transformer, .attribute): true
        case (.keyPath, .entity), (.transformer, _): false
        default: bearer == .entity
        }
    }

    /// What the key says something about, in words.
    var home: String {
        switch self {
        case .keyPath: "attributes and relationships"
        case .transformer: "attributes"
        default: "entities"
        }
    }

    /// The key that was probably meant by another one; `nil` for keys that are about something else.
    ///
    /// `userInfo` belongs to many tools. A key of theirs that is much longer or shorter is none of
    /// these, however many letters it shares with one.
    static func nearest(to name: String) -> AnnotationKey? {
        guard !IdentificationInference.keys.contains(name) else { return nil }
        return Suggestion.nearest(to: name, among: allCases.map(\.rawValue))
            .flatMap(AnnotationKey.init).flatMap {
                abs($0.rawValue.count - name.count) <= 3 ? $0 : nil
            }
    }
}

extension AnnotationKey {
    /// The names in a text; they are separated by spaces and commas.
    static func names(in text: String) -> [String] {
        text.split { $0 == " " || $0 == "," }.map(String.init)
    }
}
