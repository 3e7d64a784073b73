/// Some work that is measured, with the contenders that do it: Mercator first, then references.
struct Title {
    let name: String
    /// What is timed, in one sentence.
    let summary: String
    /// Makes what is needed for the number of records that the pages have.
    let workload: (PagePair) throws -> Workload

    /// Every title, in the order they are run.
    static var all: [Title] {
        [
            parse, map, dynamicMapping, deepNestingWide, deepNestingTrees, deepNestingChains,
            transforms, serialize, mapAndSave, mapAgainUnchanged, mapAgainChanged,
            connect, streaming,
        ] + serializeShapes + identify + [preload] + parallel
    }
}
