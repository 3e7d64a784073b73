import RemoteGraph

/// The release of the tool and the package.
enum Release {
    static let version = UserAgent.version
}
