import ObjectGraph

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A file in a new folder of the system's temporary directory.
struct TemporaryDatabase {
    private let folder: String
    let path: String

    init() throws(StoreError) {
        let manager = FileManager.default
        folder = manager.temporaryDirectory.path + "/mercator-" + UUID().uuidString
        path = folder + "/copy.sqlite"
        do {
            try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw StoreError(.cannotOpen, "no temporary folder can be made: \(error)")
        }
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }
}
