#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension DocumentImport {
    /// Returns distinct names for files: the last path components, with folders as needed.
    ///
    /// They are the values of `@metadata.source` when `mercator import` reads several files.
    ///
    /// ```swift
    /// DocumentImport.names(ofFiles: ["2024/page.json", "2025/page.json", "users.json"])
    /// // ["2024/page.json", "2025/page.json", "users.json"]
    /// ```
    ///
    /// - Parameter paths: The paths of the files.
    /// - Returns: A name for each path, in order; equal ones only for the same file.
    /// - Complexity: O(paths × folders).
    public static func names(ofFiles paths: [String]) -> [String] {
        let parts = paths.map { path in
            URL(fileURLWithPath: path).standardizedFileURL.path.split(separator: "/")
                .map(String.init)
        }
        var lengths = parts.map { _ in 1 }
        while true {
            let names = zip(parts, lengths).map { $0.suffix($1).joined(separator: "/") }
            let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
            let open = names.indices.filter {
                counts[names[$0], default: 0] > 1 && lengths[$0] < parts[$0].count
            }
            guard !open.isEmpty else { return names }
            for index in open { lengths[index] += 1 }
        }
    }
}
