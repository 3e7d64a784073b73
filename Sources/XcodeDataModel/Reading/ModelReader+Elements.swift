import ObjectGraph

/// Positions in the file, and differences reported for them.
extension ModelReader {
    /// Returns the position of an element.
    func location(of element: ModelElement, _ label: String) -> XcodeModelLocation {
        XcodeModelLocation(version: version, line: element.line, element: label)
    }

    /// Returns the position of a declaration, or of its entity.
    func location(of key: [String]) -> XcodeModelLocation {
        if let location = locations[key] { return location }
        let entity = key.first ?? ""
        let element = key.dropFirst().map { "'\($0)' of " }.joined() + "entity '\(entity)'"
        return XcodeModelLocation(
            version: version, line: locations[[entity]]?.line, element: element)
    }

    /// Records the position of a declaration for problems found by the validation of the model.
    mutating func remember(_ key: [String], _ element: ModelElement, _ label: String) {
        locations[key] = location(of: element, label)
    }

    /// Records a reference to an entity.
    mutating func remember(
        entity: String, of part: String, _ element: ModelElement, _ label: String
    ) {
        references.append(
            EntityReference(entity: entity, part: part, location: location(of: element, label)))
    }

    /// Records a part that the model represents differently.
    mutating func note(_ element: ModelElement, _ label: String, _ message: String) {
        differences.append(
            .init(code: .changed, location: location(of: element, label), message: message))
    }

    /// Records a part that the model omits.
    mutating func leaveOut(
        _ part: String = "it", of element: ModelElement, _ label: String, because reason: String
    ) {
        differences.append(
            .init(omitting: part, because: reason, at: location(of: element, label)))
    }
}

/// Checks that apply to every element.
extension ModelReader {
    /// Records the unknown attributes and child elements of an element.
    mutating func check(_ element: ModelElement, _ kind: ElementKind, _ label: String) {
        let known = kind.attributes
        for name in element.attributes.keys.sorted() where !known.contains(name) {
            let advice = Suggestion.text(for: name, among: known)
            leaveOut(
                of: element, label,
                because: "the attribute '\(name.shortened)' of '\(element.name)' is not known"
                    + advice)
        }
        let elements = kind.elements
        for child in element.children where !elements.contains(child.name) {
            let advice = Suggestion.text(for: child.name, among: elements)
            leaveOut(
                of: child, label,
                because: "an element '\(child.name.shortened)' in '\(element.name)' is not known"
                    + advice)
        }
        if let line = element.textLine {
            problems.append(
                .init(
                    code: .malformed,
                    location: XcodeModelLocation(version: version, line: line, element: label),
                    message: "there is text in '\(element.name)', expected elements only"))
        }
    }

    /// Checks an element, including its required attributes.
    ///
    /// - Returns: `false` if the described part must be omitted, which is recorded.
    mutating func isComplete(
        _ element: ModelElement, _ kind: ElementKind, _ label: String, omitting part: String = "it"
    ) -> Bool {
        check(element, kind, label)
        let missing = kind.required.sorted().first { element.attributes[$0, default: ""].isEmpty }
        guard let missing else { return true }
        leaveOut(
            part, of: element, label,
            because: "the element '\(element.name)' needs an attribute '\(missing)'")
        return false
    }

    /// Returns the value of a `YES` or `NO` attribute.
    ///
    /// Other values are recorded, and the default is `NO`.
    mutating func flag(_ name: String, _ element: ModelElement, _ label: String) -> Bool {
        switch element.attributes[name] {
        case "YES": return true
        case "NO", nil: return false
        case .some(let text):
            leaveOut(
                of: element, label,
                because: "'\(name)' must be YES or NO, found '\(text.shortened)'")
            return false
        }
    }

    /// Returns a non-negative integer attribute, if present.
    mutating func count(_ name: String, _ element: ModelElement, _ label: String) -> Int? {
        guard let text = element.attributes[name], !text.isEmpty else { return nil }
        guard let number = Self.wholeNumber(text).flatMap(Int.init(exactly:)), number >= 0 else {
            leaveOut(
                of: element, label,
                because: "'\(name)' must be a whole number from 0, found '\(text.shortened)'")
            return nil
        }
        return number
    }

    /// Returns the earlier name that an element specifies as its renaming identifier.
    func renamingIdentifier(of element: ModelElement) -> String? {
        let identifier = element.attributes["elementID"] ?? element.attributes["renamingIdentifier"]
        return identifier == "" || identifier == element.attributes["name"] ? nil : identifier
    }

    /// Reads annotations: the entries of a `userInfo` element.
    mutating func userInfo(of element: ModelElement, _ label: String) -> [String: Value] {
        var userInfo: [String: Value] = [:]
        for child in element.children where child.name == "userInfo" {
            check(child, .userInfo, label)
            for entry in child.children where entry.name == "entry" {
                check(entry, .entry, label)
                guard let key = entry.attributes["key"], !key.isEmpty else {
                    leaveOut(of: entry, label, because: "an entry of its user info has no key")
                    continue
                }
                guard userInfo[key] == nil else {
                    leaveOut(
                        of: entry, label,
                        because: "another entry of its user info has the key '\(key.shortened)'")
                    continue
                }
                userInfo[key] = .string(entry.attributes["value"] ?? "")
            }
        }
        return userInfo
    }
}

extension XcodeModelVersion.Difference {
    /// Creates a difference for a part that the model omits.
    init(omitting part: String, because reason: String, at location: XcodeModelLocation) {
        self.init(
            code: .omitted, location: location, message: Self.omission(of: part, because: reason))
    }

    /// Returns the message for an omitted part.
    static func omission(of part: String, because reason: String) -> String {
        let end = "\(part) is left out"
        // The advice is a question, after which a new sentence begins.
        return reason.hasSuffix("?")
            ? "\(reason) \(end.prefix(1).uppercased())\(end.dropFirst())" : "\(reason); \(end)"
    }
}

extension String {
    /// The text as quoted in messages, truncated to 60 characters.
    var shortened: String { count > 60 ? "\(prefix(60))…" : self }
}
