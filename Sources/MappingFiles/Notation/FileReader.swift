import EntityMapper
import MercatorPayload
import ObjectGraph

/// The state of reading a mapping file: the problems found so far, and the positions of names.
struct FileReader {
    /// The custom transforms that the file may name.
    let transforms: [String: ValueTransform]
    /// The entity, the property or the mapping that is being read.
    var subject = ""
    private(set) var findings: [Finding] = []
    /// The subjects of the problems.
    private(set) var faulty: Set<String> = []
    /// The positions of entities, properties and mappings.
    private(set) var positions: [String: PayloadValue] = [:]

    /// A problem at a value of the document.
    struct Finding {
        let code: MappingFileError.Code
        let position: PayloadValue?
        let subject: String
        let message: String
    }

    init(transforms: [ValueTransform]) {
        self.transforms = Dictionary(
            transforms.map { ($0.description, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Adds a problem of the current subject.
    mutating func report(
        _ code: MappingFileError.Code, at position: PayloadValue?, _ message: String
    ) {
        add(Finding(code: code, position: position, subject: subject, message: message))
    }

    private mutating func add(_ finding: Finding) {
        findings.append(finding)
        faulty.insert(finding.subject)
    }

    /// Adds a problem of a subject that has been read, at the position of its name; a subject that
    /// begins with a space is a path of the file.
    mutating func report(
        _ code: MappingFileError.Code, about subject: String, _ message: String
    ) {
        let parts = subject.split(separator: ".", maxSplits: 1)
        let owner = parts.first.map(String.init) ?? ""
        let position =
            positions[subject] ?? positions["\(owner) \(parts.dropFirst().first ?? "")"]
            ?? positions[owner] ?? positions[""]
        let name = subject.hasPrefix(" ") ? String(subject.dropFirst()) : subject
        add(Finding(code: code, position: position, subject: name, message: message))
    }

    /// Reports a missing member, unless the subject already has a problem.
    ///
    /// A member that could not be read is not missing.
    mutating func reportMissing(about subject: String, _ message: String) {
        guard !faulty.contains(subject) else { return }
        report(.member, about: subject, message)
    }

    /// Adds the problem that a value is not of the expected kind.
    mutating func mismatch(_ value: PayloadValue, expected: String, _ advice: String = "") {
        report(.value, at: value, "expected \(expected), found \(value.finding)\(advice)")
    }

    /// Stores the position of a subject.
    mutating func note(_ subject: String, at position: PayloadValue) {
        positions[subject] = positions[subject] ?? position
    }

    /// Copies a subject's position to a second subject.
    mutating func note(_ subject: String, as other: String) {
        positions[subject] = positions[subject] ?? positions[other]
    }

    /// Stores the position of a path in the current entity or mapping.
    mutating func note(path: String, at position: PayloadValue) {
        let owner = subject.split(separator: ".", maxSplits: 1).first ?? ""
        note("\(owner) \(path)", at: position)
    }

    /// The members of an object, each name once; reports a value that is no object, and names that
    /// occur twice.
    mutating func members(
        of value: PayloadValue, expected: String = "an object"
    ) -> [(key: String, name: PayloadValue, value: PayloadValue)] {
        guard value.kind == .object else {
            mismatch(value, expected: expected)
            return []
        }
        var seen: Set<String> = []
        var members: [(key: String, name: PayloadValue, value: PayloadValue)] = []
        for (key, member) in value.members {
            let name = PayloadValue(member.document, at: member.position - 1)
            if seen.insert(key).inserted {
                members.append((key, name, member))
            } else {
                report(.duplicate, at: name, "'\(key)' is there twice; remove one of them")
            }
        }
        return members
    }
}

extension PayloadValue {
    /// The value in a few words, for messages.
    var finding: String {
        switch kind {
        case .null: "null"
        case .boolean: bool == true ? "true" : "false"
        case .number: "the number \(numberText ?? "")".shortened()
        case .string: "the text '\((string ?? "").shortened())'"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension FileReader {
    /// The problems with their lines, in the order of the text.
    func problems(hasText: Bool) -> [MappingFileError.Problem] {
        var located: [(offset: Int, finding: Finding)] = []
        for finding in findings { located.append((finding.position?.byteOffset ?? 0, finding)) }
        located.sort { $0.offset < $1.offset }
        let document = findings.lazy.compactMap(\.position).first?.document
        let lines = document?.locations(ofBytes: located.map(\.offset)) ?? []
        return located.enumerated().map { index, entry in
            let line =
                hasText && entry.finding.position != nil && lines.indices.contains(index)
                ? lines[index] : nil
            return MappingFileError.Problem(
                entry.finding.code, line: line?.line, column: line?.column,
                subject: entry.finding.subject, message: entry.finding.message)
        }
    }
}

extension PayloadValue {
    /// The number of bytes before the value; for a string, before its quotation mark.
    fileprivate var byteOffset: Int {
        document.tape.byteOffset(at: position) - (kind == .string ? 1 : 0)
    }
}

extension FileReader {
    /// Reports an unknown member.
    mutating func unknown(_ key: String, at position: PayloadValue, among keys: [String]) {
        let advice = Suggestion.text(for: key, among: keys)
        let known =
            advice.isEmpty && keys.count <= 12
            ? "; known are \(keys.sorted().joined(separator: ", "))" : advice
        report(.unknownMember, at: position, "unknown member '\(key.shortened())'\(known)")
    }
}
