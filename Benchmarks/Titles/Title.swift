/// Some work that is measured, with the contenders that do it: Mercator first, then references.
package struct Title {
    package let name: String
    /// What is timed, in one sentence.
    let summary: String
    /// The most records it is run with: more would take too long, or more memory than machines have.
    package var largest = 100_000
    /// Makes what is needed for the number of records that the pages have.
    package let workload: (PagePair) throws -> Workload

    /// Every title, in the order they are run.
    package static var all: [Title] {
        [
            parse, map, dynamicMapping, deepNestingWide, deepNestingTrees, deepNestingChains,
            transforms, serialize, mapAndSave, mapAgainUnchanged, mapAgainChanged,
            connect, streaming, fetch, fetchInMemory,
        ] + mapShapes + serializeShapes + identify + [preload] + parallel
    }

    /// A benchmark that does not do its work is not a benchmark.
    package static func require(_ condition: Bool, _ message: @autoclosure () -> String) throws {
        guard condition else { throw BenchmarkError(message()) }
    }
}
