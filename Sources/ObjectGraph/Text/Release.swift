/// The release of the package: what `mercator --version`, `User-Agent` and reports state.
package enum Release {
    package static let version = "0.2.0"
    /// The date of the release in `Guides/Changelog.md`.
    package static let date = "2026-11-27"
}
