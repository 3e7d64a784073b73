import RemoteGraph

/// The release of the tool, which is that of the package.
enum Release {
    static let version = UserAgent.version
}
