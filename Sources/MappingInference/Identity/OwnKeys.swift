/// Finds unique keys such as `question_id` of `items[]` that name the records themselves.
///
/// Their words name no other entity. The values are unique in at least 20 records, or nested
/// records have the key too, or references to the records have it, in a list for example.
struct OwnKeys {
    private var keys: [SchemaNodeID: [OwnKey]] = [:]

    /// A key with its evidence.
    private struct OwnKey {
        let path: [String]
        /// The words before the ending.
        let words: NameWords
        let ending: String
        let evidence: Evidence

        var noun: String { EntityName.of(key: words.upperCamel) }
    }

    private enum Evidence {
        case many, within, references
    }

    private static let endings = ["id", "ref"]
    private static let endingsOfReferences = endings + ["code", "key", "no", "number"]

    init(_ tree: SchemaTree) {
        let taken = Self.names(in: tree)
        let tables = Self.tables(in: tree)
        let lists = Self.lists(in: tree)
        for index in tree.profile.nodes.indices {
            let node = SchemaNodeID(index)
            let own = tree[node].candidates
                .compactMap { Self.key($0, of: node, tree, tables, lists) }
                .filter { !taken.contains($0.noun) || $0.evidence == .references }
            if !own.isEmpty { keys[node] = own }
        }
    }

    /// Returns the names of nodes with objects and of sources, whose keys are foreign keys.
    private static func names(in tree: SchemaTree) -> Set<String> {
        let nodes = tree.profile.nodes.indices.lazy.map { SchemaNodeID($0) }
            .filter { tree[tree.element(of: $0) ?? $0].kinds.objects > 0 }
        return Set(
            (tree.profile.groups.map(\.name) + Set(nodes.compactMap { tree.key(of: $0) }))
                .map { EntityName.of(key: $0) })
    }

    /// Returns the tables of repeated values, by last key.
    private static func tables(in tree: SchemaTree) -> [String: [KeyTable]] {
        var tables: [String: [KeyTable]] = [:]
        for node in tree.profile.nodes {
            for table in node.candidates where table.columns.count == 1 {
                guard table.present > table.distinct, let key = tree.key(of: table.columns[0])
                else { continue }
                tables[key, default: []].append(table)
            }
        }
        return tables
    }

    /// Returns the distinct texts of each list of texts.
    private static func lists(in tree: SchemaTree) -> [ValueSample] {
        tree.profile.nodes.indices.lazy.map { SchemaNodeID($0) }
            .compactMap { tree.listedValues(of: $0) }
            .filter { tree[$0].kinds.texts > 0 }.map { tree[$0].values }.filter { $0.count > 1 }
    }

    private static func key(
        _ table: KeyTable, of node: SchemaNodeID, _ tree: SchemaTree,
        _ tables: [String: [KeyTable]], _ lists: [ValueSample]
    ) -> OwnKey? {
        guard table.columns.count == 1, table.missing == 0, table.present == table.distinct,
            let path = tree.keys(from: node, to: table.columns[0]), let key = path.last
        else { return nil }
        let words = NameWords(key).words
        guard words.count > 1, let ending = words.last, endingsOfReferences.contains(ending) else {
            return nil
        }
        let values = tree[table.columns[0]].values
        let isReferredTo =
            path.count == 1
            && (tables[key, default: []].contains { isFound($0, in: table) }
                || lists.contains {
                    let (found, count) = $0.found(in: values)
                    return count > 1 && found == count
                })
        let isOwn = endings.contains(ending)
        let evidence: Evidence? =
            isOwn && path.count == 1 && isNamedWithin(node, key, tree)
            ? .within
            : isReferredTo
                ? .references : isOwn && table.present >= CandidateNames.many ? .many : nil
        return evidence.map {
            OwnKey(
                path: path, words: NameWords(words: words.dropLast()), ending: ending, evidence: $0)
        }
    }

    /// Tests whether all repeated values occur in a key's table.
    private static func isFound(_ references: KeyTable, in table: KeyTable) -> Bool {
        references.entries.keys.allSatisfy { $0 >= table.bound || table.entries[$0] != nil }
    }

    private static func isNamedWithin(
        _ node: SchemaNodeID, _ key: String, _ tree: SchemaTree
    ) -> Bool {
        tree[node].children.contains { child in
            tree.element(of: child).map { element in
                tree.members(of: element).contains { $0.key == key }
            } ?? false
        }
    }

    /// Returns the class of an own key at a path, as `imdb_id` of movies.
    func identityClass(of path: [String], at node: SchemaNodeID) -> IdentityClass? {
        guard let key = keys[node]?.first(where: { $0.path == path }) else { return nil }
        return IdentityClass(letter: .e, score: key.evidence == .references ? 0.6 : 0.55)
    }

    /// Returns the noun of the only own key of a node, and whether nested records have the key.
    func noun(at node: SchemaNodeID) -> (noun: String, isNamedWithin: Bool)? {
        let own = keys[node]?.filter { $0.path.count == 1 && $0.ending == "id" } ?? []
        guard own.count == 1, own[0].evidence != .references, !own[0].words.isRoleWord,
            !own[0].words.isGenericWord
        else { return nil }
        return (own[0].noun, own[0].evidence == .within)
    }
}
