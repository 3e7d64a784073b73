/// A URL in records that contains the name of their collection (E6, S1).
struct CollectionURL {
    /// The node of the URL.
    let node: SchemaNodeID
    /// The collections: `version`, or `issues/comments` if the parent collection distinguishes.
    let names: [String]
    /// A sibling whose value is the last path component, which identifies within a collection.
    var key: SchemaNodeID?

    /// The maximum number of collections at one path.
    static let most = 16

    /// Returns the collection in two URL components: `v2/version` gives `version`.
    static func last(of steps: String) -> String {
        steps.split(separator: "/").last.map(String.init) ?? steps
    }

    /// Returns the collection, prefixed with the parent component if that is a collection.
    ///
    /// `issues/comments` stays; `Hello-World/comments` gives `comments`.
    static func name(of steps: String) -> String {
        let parts = steps.split(separator: "/").map(String.init)
        return parts.count == 2 && isCollection(parts[0]) ? steps : last(of: steps)
    }

    /// Tests for a collection directly below an API version, which may be singular.
    ///
    /// `rest/api/2/issue/1` has one.
    static func isBelowVersion(_ steps: String) -> Bool {
        let parts = steps.split(separator: "/")
        guard parts.count == 2, let last = parts.last, last.first?.isLetter == true else {
            return false
        }
        let version = parts[0].drop { $0 == "v" }
        return ["api", "rest", "latest"].contains(parts[0])
            || version.first?.isNumber == true && version.allSatisfy { $0.isNumber || $0 == "." }
                && last.allSatisfy { $0.isLowercase || $0 == "-" || $0 == "_" }
    }

    /// Tests whether URL components end in a collection.
    static func isPart(_ steps: String, of name: String) -> Bool {
        steps == name || steps.hasSuffix("/" + name)
    }

    /// Tests for a component that names a collection, not an object or a version: `issues`.
    static func isWord(_ step: String) -> Bool {
        step.count >= 3 && step.first?.isLowercase == true
            && step.allSatisfy { $0.isLetter || $0 == "-" || $0 == "_" }
    }

    /// Returns a regular expression for a collection's URLs, with an optional query.
    static func pattern(of collection: String) -> String {
        let escaped = collection.map {
            $0.isLetter || $0.isNumber || "-_/".contains($0) ? "\($0)" : "\\\($0)"
        }
        return ".*/\(escaped.joined())/[^/?#]+/?([?#].*)?"
    }

    /// Tests for a plural noun in lower case, which names a collection and is not a key.
    static func isCollection(_ step: String) -> Bool {
        Noun.isPlural(step)
            && step.allSatisfy { $0.isLowercase || $0 == "-" || $0 == "_" }
    }
}

extension IdentityFinder {
    /// Returns the URL of references (E6).
    ///
    /// References are objects of two or three scalars: a URL that ends in a collection and a key,
    /// and names or kinds.
    func references(at node: SchemaNodeID) -> CollectionURL? {
        let members = tree.members(of: node)
        guard (2...3).contains(members.count) else { return nil }
        let urls = members.filter { !tree[$0.node].texts.collections.isEmpty }
        guard urls.count == 1, let url = urls.first,
            members.allSatisfy({ $0.node == url.node || isReferenceName($0.key, $0.node) })
        else { return nil }
        let references = collections(at: url.node) { CollectionURL.last(of: $0) }
        return references?.names.allSatisfy(CollectionURL.isWord) == true ? references : nil
    }

    /// Tests for a member that names a referenced object or its kind.
    private func isReferenceName(_ key: String, _ node: SchemaNodeID) -> Bool {
        let kinds = tree[node].kinds
        guard kinds.objects + kinds.arrays == 0 else { return false }
        if DiscriminatorNames.contains(key) { return true }
        return IdentityNames.class(of: key, entity: nil).map { $0.letter > .d } ?? false
    }

    /// Returns the URL of the records themselves, if it distinguishes collections (S1).
    ///
    /// Its last path component is a value of the record.
    func ownCollections(at node: SchemaNodeID) -> CollectionURL? {
        for (key, member) in tree.members(of: node) where Self.ownURLs.contains(key) {
            guard tree[member].count == tree[node].kinds.objects,
                var url = collections(at: member, CollectionURL.name), url.names.count > 1,
                url.names.allSatisfy({ CollectionURL.isCollection(CollectionURL.last(of: $0)) }),
                let own = self.key(of: member, in: node)
            else { continue }
            url.key = own
            let last = Set(url.names.map(CollectionURL.last))
            // A parent collection that is only sometimes present does not distinguish.
            let isEven = last.count == url.names.count || url.names.allSatisfy { $0.contains("/") }
            if isEven { return url }
        }
        return nil
    }

    /// The names of members that hold the record's own URL.
    static let ownURLs = ["url", "self", "href", "uri"]

    /// Returns a column whose values are the last components of URLs.
    private func key(of url: SchemaNodeID, in node: SchemaNodeID) -> SchemaNodeID? {
        tree[node].candidates.lazy.filter { $0.columns.count == 1 && $0.columns[0] != url }
            .map { $0.columns[0] }
            .first { column in
                let (found, count) = tree[url].texts.collectionKeys.found(in: tree[column].values)
                return count > 0 && 100 * found >= 95 * count
            }
    }

    /// Returns the collections of a node's URLs, if every URL has one.
    private func collections(
        at url: SchemaNodeID, _ name: (String) -> String
    ) -> CollectionURL? {
        let texts = tree[url].texts
        guard texts.collectionOverflow == 0,
            texts.collections.values.reduce(0, +) == tree[url].count
        else { return nil }
        let names = Set(texts.collections.keys.map(name))
        guard names.count <= CollectionURL.most, names.allSatisfy({ $0.first?.isLetter == true })
        else { return nil }
        return CollectionURL(node: url, names: names.sorted())
    }
}
