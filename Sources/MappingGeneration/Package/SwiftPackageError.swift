import ObjectGraph

/// An error that prevents a Swift package from being generated or written.
package struct SwiftPackageError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kinds of errors.
    package struct Code: Sendable, Hashable, CustomStringConvertible {
        package let description: String

        /// The mappings contain closures, which cannot be written as text.
        package static let notExpressible = Code(description: "notExpressible")
        /// Generated files have been changed.
        package static let changedFiles = Code(description: "changedFiles")
        /// The folder or a file in it is not readable or writable.
        package static let notWritable = Code(description: "notWritable")
    }

    package let code: Code
    package let description: String

    init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
