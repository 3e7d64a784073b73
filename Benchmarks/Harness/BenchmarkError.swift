/// Why a benchmark cannot be run, or did not do what it measures.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
