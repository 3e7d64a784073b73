import MappingGeneration
import Mercator

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The location of Mercator for generated packages.
enum PackageLocation {
    /// Returns the given location, or the package that the command was built from.
    ///
    /// A relative path refers to the current directory, whereas paths in a manifest are relative to
    /// the package; so it is made absolute.
    ///
    /// - Parameter written: A folder, or the URL of a repository.
    /// - Returns: The dependency of the generated package.
    static func dependency(_ written: String?) -> SwiftPackage.Dependency {
        guard let written else { return .path(folderOfExecutable ?? "../mercator") }
        return written.contains("://")
            ? .url(written, from: Release.version)
            : .path(URL(fileURLWithPath: written).standardizedFileURL.path)
    }

    /// The folder above the executable that has the manifest of the package.
    private static var folderOfExecutable: String? {
        guard var folder = executable?.resolvingSymlinksInPath() else { return nil }
        while folder.pathComponents.count > 1 {
            folder.deleteLastPathComponent()
            let manifest = folder.appendingPathComponent("Package.swift")
            if let text = try? String(contentsOf: manifest, encoding: .utf8) {
                return text.contains("name: \"Mercator\"") ? folder.path : nil
            }
        }
        return nil
    }

    /// The file of the running program.
    private static var executable: URL? {
        #if canImport(FoundationEssentials)
            // `Bundle` belongs to the part of Foundation that the tool does without.
            try? URL(
                fileURLWithPath: FileManager.default.destinationOfSymbolicLink(
                    atPath: "/proc/self/exe"))
        #else
            Bundle.main.executableURL
        #endif
    }
}
