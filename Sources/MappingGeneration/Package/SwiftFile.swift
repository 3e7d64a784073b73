package import MappingFiles
import ModelGeneration
package import ObjectGraph

/// A file of Swift code for a model or a mapping file, to be compiled with further files.
///
/// It contains schema structs, `make…Model()` and, for a mapping file, `make…Mappings()` and a
/// function for each mapping. The functions bear the name of the file, so that a module can have
/// several.
package struct SwiftFile {
    /// The code.
    package let text: String

    /// Creates the code of a model.
    ///
    /// - Parameters:
    ///   - model: The model.
    ///   - name: The name for its function, such as `Library` for `makeLibraryModel`.
    package init(_ model: ManagedObjectModel, named name: String) {
        text = SwiftSource(model, function: Self.function(name, "Model")).description + "\n"
    }

    /// Creates the code of a mapping file.
    ///
    /// - Parameters:
    ///   - file: The model and the mappings.
    ///   - name: The name for the functions, such as `shop` for `makeShopModel`.
    /// - Throws: ``SwiftPackageError`` if a mapping contains closures; `ManagedObjectModelError` if
    ///   the model is invalid.
    package init(_ file: MappingFile, named name: String) throws {
        let model = try file.model()
        let source = SwiftSource(
            model, enumerations: SwiftEnumeration.all(of: file),
            function: Self.function(name, "Model"))
        let mappings = try SwiftMappings(
            file, model, named: Self.function(name, "Mappings"))
        text = ([source.description, ""] + mappings.lines + [""]).joined(separator: "\n")
    }

    /// Returns the name of a function, with the words of a file's name capitalized.
    private static func function(_ name: String, _ result: String) -> String {
        let words = name.split { !$0.isLetter && !$0.isNumber }
        return "make" + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() + result
    }
}
