import Testing

/// The tables of all guides agree about what there is of an earlier framework.
@Suite("Counterparts of earlier frameworks")
struct CounterpartTests {
    /// The statement of a row of a table about a name of an earlier framework.
    private struct Claim {
        let name: String
        let isMissing: Bool
        /// The page and the row.
        let source: String
    }

    /// Returns the names in backticks that begin like those of RestKit, Groot or TSNREST.
    private func names(in text: Substring) -> [String] {
        text.matches(of: /`((?:RK|GRT|TSNREST)[A-Za-z]+)`/).map { String($0.output.1) }
    }

    private func claims(in path: String) throws -> [Claim] {
        var section = Substring()
        var claims: [Claim] = []
        for line in try Guide(path).text.split(separator: "\n") {
            if line.hasPrefix("#") { section = line }
            guard line.hasPrefix("| ") else { continue }
            let cells = line.split(separator: "|").map { $0.trimming(while: \.isWhitespace) }
            guard let cell = cells.firstIndex(where: { !names(in: $0).isEmpty }) else { continue }
            let others = cells.enumerated().filter { $0.offset != cell }.map(\.element)
            // A cell that has more than names is about a part of what they are.
            let isWhole = cells[cell].replacing(/`[A-Za-z]+`,? ?/, with: "").isEmpty
            let isMissing =
                others.contains { ["missing", "none", "nothing"].contains($0) }
                || section.hasSuffix("What is missing") && isWhole
            let isDocumented = others.contains { $0.contains("`") || $0.contains(".md") }
            guard isMissing || isDocumented else { continue }
            claims += names(in: cells[cell]).map {
                Claim(name: $0, isMissing: isMissing, source: "\(path): \(line)")
            }
        }
        return claims
    }

    @Test func `are missing in no guide if another one documents them`() throws {
        let claims = try Guide.paths.flatMap(claims)
        let documented = Dictionary(grouping: claims.filter { !$0.isMissing }, by: \.name)
        #expect(documented.count > 40)
        for claim in claims where claim.isMissing {
            let other = documented[claim.name]?.first?.source
            #expect(other == nil, "\(claim.source)\nbut \(other ?? "")")
        }
    }
}

extension Substring {
    fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> Substring {
        var text = drop(while: isTrimmed)
        while let last = text.last, isTrimmed(last) { text.removeLast() }
        return text
    }
}
