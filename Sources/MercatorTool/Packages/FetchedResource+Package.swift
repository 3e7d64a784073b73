import MappingGeneration
import Mercator

/// The parts of a request that the sources of a package can have.
extension FetchedResource {
    /// Returns the header fields; environment variables have values that may be secret.
    ///
    /// - Parameter package: The name of the package.
    /// - Returns: The fields.
    func packageFields(named package: String) -> [PackageServer.Field] {
        let secrets = Secrets(RemoteDescription(base: "\(origin)"))
        return fieldNames.map { source in
            let words = source.split(separator: " ", maxSplits: 1).map(String.init)
            let (option, name) = (words[0], words.count > 1 ? words[1] : "")
            switch option {
            case "--bearer-from": return .bearer(name)
            case "--header-from": return .line(name)
            default:
                return .named(
                    name,
                    secrets.hides(field: name)
                        ? .environment(EnvironmentName.of(package, name))
                        : .written(fields[name] ?? ""))
            }
        }
    }
}

/// The names of environment variables.
enum EnvironmentName {
    /// Returns the variable for a parameter or a field of a package: `NOTES_API_KEY`.
    static func of(_ package: String, _ name: String) -> String {
        String("\(package)_\(name)".map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
            .uppercased()
    }
}
