#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension SwiftPackage {
    /// The file with a digest of each generated file, to detect changes.
    private static let record = ".mercator-files"

    /// Writes the files to a folder, which is created if necessary.
    ///
    /// If a file was changed or was not generated, nothing is written. Further files in the folder
    /// are ignored.
    ///
    /// - Parameters:
    ///   - folder: The folder of the package.
    ///   - force: Whether to overwrite changed files.
    /// - Throws: ``SwiftPackageError`` with the changed files, or if the folder cannot be written.
    package func write(to folder: String, force: Bool = false) throws(SwiftPackageError) {
        let root = URL(fileURLWithPath: folder, isDirectory: true)
        let known = Self.digests(in: root)
        var changed: [String] = []
        for file in files {
            guard let found = try? Data(contentsOf: root.appendingPathComponent(file.path)) else {
                continue
            }
            let isOurs = known[file.path] == Self.digest(found)
            if !isOurs, Array(found) != Array(file.text.utf8) { changed.append(file.path) }
        }
        guard force || changed.isEmpty else {
            throw SwiftPackageError(
                .changedFiles,
                "\(changed.joined(separator: ", ")) in '\(folder)' "
                    + "\(changed.count == 1 ? "was" : "were") changed since; --force overwrites, or "
                    + "name another folder")
        }
        let lines = files.map { "\(Self.digest(Data($0.text.utf8)))  \($0.path)\n" }.joined()
        do {
            for file in files + [(path: Self.record, text: lines)] {
                let url = root.appendingPathComponent(file.path)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                let data = Data(file.text.utf8)
                // An unchanged file keeps its date, to avoid a rebuild.
                if (try? Data(contentsOf: url)) != data { try data.write(to: url) }
            }
        } catch {
            throw SwiftPackageError(
                .notWritable,
                "cannot write the package into '\(folder)': permission is denied, or "
                    + "a file is where a folder has to be")
        }
    }

    /// Returns the digests of the generated files by path.
    private static func digests(in root: URL) -> [String: String] {
        guard let data = try? Data(contentsOf: root.appendingPathComponent(record)) else {
            return [:]
        }
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        let pairs = lines.map { (String($0.dropFirst(18)), String($0.prefix(16))) }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the 64-bit FNV-1a hash of a file.
    private static func digest(_ data: Data) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in data { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
