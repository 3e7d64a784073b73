import MercatorPayload
import ObjectGraph

extension MappingFile {
    /// Returns the differences between this file and an older one.
    ///
    /// Files without differences are equal, except for closures with equal names.
    ///
    /// - Parameter older: The older file.
    /// - Returns: The differences, in the order of the text.
    /// - Complexity: O(*n* log *n*) in the number of properties.
    public func differences(from older: MappingFile) -> [Difference] {
        FileComparison(older: FileSubjects(older), newer: FileSubjects(self)).differences()
    }
}

/// The members of a mapping file by subject: entities, properties, and the rest of the file.
private struct FileSubjects {
    /// The members of each subject by name.
    private(set) var members: [String: [(key: String, value: PayloadNode)]] = [:]
    /// The subjects in the order of the text.
    private(set) var names: [String] = []

    init(_ file: MappingFile) {
        // Parts that cannot be written are named instead of their members.
        var writer = FileWriter(transforms: [])
        let entry = FileEntry(file, &writer)
        let node = FileEntry.fields.node(entry, &writer)
        for (key, value) in node.members {
            switch key {
            case "entities", "mappings", "dynamic":
                for (name, record) in value.members { add(record, named: name) }
            case "ignored", "possible", "roots", "fixed":
                for element in value.elements { add("\(key) \(element.line)", []) }
            case "source": add("source", value.members)
            default: add(key, [("value", value)])
            }
        }
        for problem in writer.problems {
            add(problem.subject, [("closure", .string(problem.message))])
        }
    }

    private mutating func add(_ record: PayloadNode, named name: String) {
        let sections = ["attributes", "relationships", "connections"]
        add(name, record.members.filter { !sections.contains($0.key) })
        for (key, section) in record.members where sections.contains(key) {
            for (property, entry) in section.members { add("\(name).\(property)", entry.members) }
        }
    }

    private mutating func add(_ name: String, _ new: [(key: String, value: PayloadNode)]) {
        if members[name] == nil { names.append(name) }
        members[name, default: []] += new
    }
}

private struct FileComparison {
    let older: FileSubjects
    let newer: FileSubjects

    func differences() -> [MappingFile.Difference] {
        let gone = older.names.filter { newer.members[$0] == nil }
            .map { MappingFile.Difference(.removed, $0, "removed") }
        return newer.names.compactMap(difference) + gone
    }

    private func difference(_ name: String) -> MappingFile.Difference? {
        let new = newer.members[name] ?? []
        guard let old = older.members[name] else {
            let list = new.map { "\($0.key) \($0.value.line)" }.joined(separator: ", ")
            return MappingFile.Difference(.added, name, list.isEmpty ? "added" : "added: \(list)")
        }
        var changes: [String] = []
        for (key, value) in new {
            let before = old.first { $0.key == key }?.value
            guard before != value else { continue }
            changes.append("\(key) \(value.line)" + (before.map { ", was \($0.line)" } ?? ""))
        }
        for (key, value) in old where !new.contains(where: { $0.key == key }) {
            changes.append("no \(key), was \(value.line)")
        }
        guard !changes.isEmpty else { return nil }
        return MappingFile.Difference(.changed, name, changes.joined(separator: "; "))
    }
}

extension PayloadNode {
    fileprivate var members: [(key: String, value: PayloadNode)] {
        guard case .object(let members) = self else { return [] }
        return members.map { ($0.key, $0.value) }
    }

    fileprivate var elements: [PayloadNode] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// The value as JSON in one line.
    fileprivate var line: String {
        var layout = FileLayout()
        layout.append(self)
        return layout.text
    }
}
