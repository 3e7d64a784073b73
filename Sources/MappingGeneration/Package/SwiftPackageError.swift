import ObjectGraph

/// A fault that prevents a Swift package from being made or written.
package struct SwiftPackageError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of faults.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        package let description: String

        /// A part of the mappings consists of closures, which have no text.
        package static let notExpressible = Code(description: "notExpressible")
        /// Files of the package were changed since they were written.
        package static let changedFiles = Code(description: "changedFiles")
        /// The folder, or a file in it, cannot be read or written.
        package static let notWritable = Code(description: "notWritable")
    }

    package let code: Code
    package let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
