/// Some work that is measured, with the contenders that do it: Mercator first, then references.
struct Title {
    let name: String
    /// What is timed, in one sentence.
    let summary: String
    let contenders: (PagePair) throws -> [Contender]

    /// Every title, in the order they are run.
    static var all: [Title] { [parse, map, mapAndSave, mapAgainUnchanged, mapAgainChanged] }
}
