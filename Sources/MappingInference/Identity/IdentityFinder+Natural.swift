/// Detects natural keys: texts that are distinct over many records.
extension IdentityFinder {
    /// Returns the class of a natural key: codes identify, other texts possibly do.
    func naturalClass(
        of table: KeyTable, _ path: [String], at node: SchemaNodeID
    ) -> IdentityClass? {
        guard path.count == 1, isNatural(table), !isReference(table, at: node) else { return nil }
        let texts = tree[table.columns[0]].texts
        let others: [TextForm] = [.url, .relativeURL, .base64, .decimal, .isoMonth]
        let isCode =
            texts.forms[.code] == table.present
            && !others.contains { texts.forms[$0, default: 0] > 0 }
        return isCode ? .code : .possible
    }

    /// Tests for texts other than dates that are distinct over many records.
    func isNatural(_ table: KeyTable) -> Bool {
        guard table.columns.count == 1 else { return false }
        let profile = tree[table.columns[0]]
        return table.present >= CandidateNames.many && table.present == table.distinct
            && table.missing == 0 && profile.kinds.texts == table.present
            && DateForms(profile.texts, of: table.present).count == 0
    }

    /// Tests for the identity of different records, recognized by their names.
    private func isReference(_ table: KeyTable, at node: SchemaNodeID) -> Bool {
        tree.profile.nodes.indices.lazy.map { SchemaNodeID($0) }.contains { other in
            other != node
                && tree[other].candidates.contains { candidate in
                    isNamed(candidate, at: other)
                        && table.entries.keys.allSatisfy {
                            $0 >= candidate.bound || candidate.entries[$0] != nil
                        }
                }
        }
    }

    private func isNamed(_ table: KeyTable, at node: SchemaNodeID) -> Bool {
        guard table.present == table.distinct, let key = tree.onlyKey(of: table, at: node)
        else { return false }
        return IdentityNames.class(of: key, entity: nil).map { $0.letter < .f } ?? false
            || ownKeys.identityClass(of: [key], at: node) != nil
    }
}
