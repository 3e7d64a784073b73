/// The payloads of the tour, in the order of a server's responses; the files are in `Resources`.
enum TourPayload {
    static let articles = PackageResources.articles_json
    static let authors = PackageResources.authors_json
    static let sections = PackageResources.sections_json
    static let latest = PackageResources.latest_json
}
