import EntityMapper
import ObjectGraph

/// The model elements that each annotation applies to.
extension AnnotationKey {
    /// The kinds of model elements that can be annotated.
    enum Bearer {
        case entity, attribute, relationship

        /// The name of the kind with its article.
        var words: String {
            switch self {
            case .entity: "an entity"
            case .attribute: "an attribute"
            case .relationship: "a relationship"
            }
        }
    }

    /// Tests whether the key applies to a kind of model element.
    func belongs(to bearer: Bearer) -> Bool {
        switch (self, bearer) {
        case (.keyPath, .attribute), (.keyPath, .relationship), (.transformer, .attribute): true
        case (.connectedBy, .relationship): true
        case (.keyPath, .entity), (.transformer, _), (.connectedBy, _): false
        default: bearer == .entity
        }
    }

    /// The plural of the model elements that support the key, for messages.
    var home: String {
        switch self {
        case .keyPath: "attributes and relationships"
        case .transformer: "attributes"
        case .connectedBy: "relationships"
        default: "entities"
        }
    }

    /// Returns the key that a name is probably a misspelling of; `nil` for unrelated keys.
    ///
    /// `userInfo` is shared by many tools. A key that differs from these in length by more than
    /// three characters is considered unrelated, however similar it is.
    static func nearest(to name: String) -> AnnotationKey? {
        guard !IdentificationInference.keys.contains(name) else { return nil }
        return Suggestion.nearest(to: name, among: allCases.map(\.rawValue))
            .flatMap(AnnotationKey.init).flatMap {
                abs($0.rawValue.count - name.count) <= 3 ? $0 : nil
            }
    }
}

extension AnnotationKey {
    /// Returns the names in a text, which are separated by spaces and commas.
    static func names(in text: String) -> [String] {
        text.split { $0 == " " || $0 == "," }.map(String.init)
    }
}
