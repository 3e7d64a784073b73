#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Reading of files; the rest of the target works on bytes.
extension XcodeModel {
    /// Reads a data model of Xcode.
    ///
    /// - Parameters:
    ///   - path: A folder `.xcdatamodeld` of versions, a folder `.xcdatamodel` of a single version,
    ///     or its file `contents`.
    ///   - selection: The versions to read.
    /// - Throws: ``XcodeModelError`` if the current version is unknown or cannot be read, or with
    ///   code `unreadable` if there is no data model.
    public init(path: String, selection: Selection = .all) throws(XcodeModelError) {
        let url = URL(fileURLWithPath: path)
        let files = FileManager.default
        let contents = url.appendingPathComponent("contents")
        if ["momd", "mom", "omo"].contains(url.pathExtension) {
            throw XcodeModelError(
                .unreadable, path,
                "it is compiled; give the '.xcdatamodeld' it was made from, as a resource of the app, "
                    + "or compile the Swift code that 'mercator model --swift' makes of that")
        }
        if ["xcmappingmodel", "cdm"].contains(url.pathExtension) {
            throw XcodeModelError(
                .unreadable, path,
                "it is a mapping from one model to another; give the '.xcdatamodeld' of a model")
        }
        if !url.isFolder {
            let folder = url.deletingLastPathComponent()
            let name = folder.pathExtension == "xcdatamodel" ? folder.name : url.name
            try self.init(contents: [name: try url.modelBytes()], selection: selection)
        } else if files.fileExists(atPath: contents.path) {
            try self.init(contents: [url.name: try contents.modelBytes()], selection: selection)
        } else if url.pathExtension == "xcdatamodel" {
            throw XcodeModelError(
                .unreadable, url.name, Self.noContents)
        } else {
            try self.init(bundle: url, selection)
        }
    }

    private static let noContents =
        "it has no file 'contents'; if Xcode 3 saved it, open and save it with a later one"

    private init(bundle: URL, _ selection: Selection) throws(XcodeModelError) {
        let children = bundle.children.filter { $0.pathExtension == "xcdatamodel" }
        guard !children.isEmpty else {
            let models = bundle.children.filter { $0.pathExtension == "xcdatamodeld" }
                .map(\.lastPathComponent)
            let found =
                models.isEmpty ? "none" : "\(models.joined(separator: ", ")); give one of these"
            throw XcodeModelError(
                .unreadable, bundle.path,
                "expected a folder with versions, named '.xcdatamodel', found \(found)")
        }
        var contents: [String: [UInt8]] = [:]
        let currentFile = bundle.appendingPathComponent(".xccurrentversion")
        let hasFile = FileManager.default.fileExists(atPath: currentFile.path)
        let current = hasFile ? try currentFile.modelBytes() : nil
        let wanted = try VersionName.current(
            among: children.map(\.name).sorted(by: VersionName.isBefore), file: current,
            selection: selection)
        var failures: [String: XcodeModelError] = [:]
        for child in children where selection == .all || child.name == wanted {
            do throws(XcodeModelError) {
                guard !child.isOfXcode3 else {
                    throw XcodeModelError(.unreadable, child.name, Self.noContents)
                }
                contents[child.name] = try child.appendingPathComponent("contents").modelBytes()
            } catch {
                failures[child.name] = error
            }
        }
        try self.init(contents: contents, current: wanted, failures: failures)
    }
}

extension URL {
    fileprivate var name: String { deletingPathExtension().lastPathComponent }

    fileprivate var isFolder: Bool {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.type] as? FileAttributeType
            == .typeDirectory
    }

    /// Returns whether the folder is a version in the format of Xcode 3.
    ///
    /// It contains two binary files instead of `contents`.
    fileprivate var isOfXcode3: Bool {
        let files = FileManager.default
        return !files.fileExists(atPath: appendingPathComponent("contents").path)
            && ["elements", "layout"].contains {
                files.fileExists(atPath: appendingPathComponent($0).path)
            }
    }

    fileprivate var children: [URL] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.sorted().map { appendingPathComponent($0) }
    }

    fileprivate func modelBytes() throws(XcodeModelError) -> [UInt8] {
        do {
            return Array(try Data(contentsOf: self))
        } catch {
            let isMissing = (error as? CocoaError)?.code == .fileReadNoSuchFile
            throw XcodeModelError(
                .unreadable, path,
                isMissing ? "there is no such file" : "it is not a file that can be read")
        }
    }
}
