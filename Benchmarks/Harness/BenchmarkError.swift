/// Why a benchmark cannot be run, or did not do what it measures.
package struct BenchmarkError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
