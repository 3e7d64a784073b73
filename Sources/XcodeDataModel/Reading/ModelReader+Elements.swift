import ObjectGraph

/// Places in the file, and what is told of them.
extension ModelReader {
    /// The place of an element.
    func place(of element: ModelElement, _ label: String) -> XcodeModelPlace {
        XcodeModelPlace(version: version, line: element.line, element: label)
    }

    /// The place of a declaration, or of the entity it belongs to.
    func place(of key: [String]) -> XcodeModelPlace {
        if let place = places[key] { return place }
        let entity = key.first ?? ""
        let element = key.dropFirst().map { "'\($0)' of " }.joined() + "entity '\(entity)'"
        return XcodeModelPlace(version: version, line: places[[entity]]?.line, element: element)
    }

    /// Notes where something is declared, for what the check of the whole model finds.
    mutating func remember(_ key: [String], _ element: ModelElement, _ label: String) {
        places[key] = place(of: element, label)
    }

    /// Notes that a name must be that of an entity.
    mutating func remember(
        entity: String, of part: String, _ element: ModelElement, _ label: String
    ) {
        references.append(
            EntityReference(entity: entity, part: part, place: place(of: element, label)))
    }

    /// Notes something that has another form in the model.
    mutating func note(_ element: ModelElement, _ label: String, _ message: String) {
        differences.append(
            .init(code: .changed, place: place(of: element, label), message: message))
    }

    /// Notes something that the model is made without.
    mutating func leaveOut(
        _ part: String = "it", of element: ModelElement, _ label: String, because reason: String
    ) {
        differences.append(
            .init(omitting: part, because: reason, at: place(of: element, label)))
    }
}

/// The checks that every element goes through.
extension ModelReader {
    /// Notes what an element has that is not known.
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
                    place: XcodeModelPlace(version: version, line: line, element: label),
                    message: "there is text in '\(element.name)', expected elements only"))
        }
    }

    /// Checks an element, and whether it has what it must.
    ///
    /// - Returns: False if the part that it stands for has to be left out, which is told.
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

    /// `YES` or `NO`; anything else is left out, and no attribute means no.
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

    /// A whole number from 0, if the attribute is there.
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

    /// The earlier name that an element gives as its renaming identifier.
    func renamingIdentifier(of element: ModelElement) -> String? {
        let identifier = element.attributes["elementID"] ?? element.attributes["renamingIdentifier"]
        return identifier == "" || identifier == element.attributes["name"] ? nil : identifier
    }

    /// Annotations: the entries of a `userInfo`.
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
    /// Says that the model is made without a part.
    init(omitting part: String, because reason: String, at place: XcodeModelPlace) {
        self.init(
            code: .omitted, place: place, message: Self.omission(of: part, because: reason))
    }

    /// The message about a part that the model is made without.
    static func omission(of part: String, because reason: String) -> String {
        let end = "\(part) is left out"
        // Advice is a question, behind which a sentence begins.
        return reason.hasSuffix("?")
            ? "\(reason) \(end.prefix(1).uppercased())\(end.dropFirst())" : "\(reason); \(end)"
    }
}

extension String {
    /// The text as messages quote it: whatever a file has, a message stays short.
    var shortened: String { count > 60 ? "\(prefix(60))…" : self }
}
