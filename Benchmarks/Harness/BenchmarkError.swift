/// An error in the setup of a benchmark, or a failed check of its result.
package struct BenchmarkError: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
