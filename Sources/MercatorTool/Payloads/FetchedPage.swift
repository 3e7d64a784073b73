import Mercator

/// A page in a store: its URL, its version, and the URL of the next page.
struct FetchedPage {
    /// The URL without secrets.
    let url: String
    /// The URL of the next page without secrets; `nil` for the last page.
    let next: String?
    private var entityTag: String?
    private var lastModified: String?

    /// Takes note of a page that has come.
    ///
    /// It has no version if the store cannot keep where it leads.
    init(_ url: String, next: String?, _ headers: HeaderFields, of resource: FetchedResource) {
        self.url = resource.shown(url)
        self.next = next.map(resource.shown)
        guard resource.canKeep(url), next.map(resource.canKeep) ?? true else { return }
        entityTag = headers["ETag"]
        lastModified = headers["Last-Modified"]
    }

    /// Reads a page that a store has; `nil` if it is malformed.
    init?(_ value: PayloadValue) {
        guard let url = value["url"]?.string else { return nil }
        self.url = url
        next = value["next"]?.string
        entityTag = value["etag"]?.string
        lastModified = value["modified"]?.string
    }

    /// The text of the page in a store, as a value.
    var value: Value {
        func text(_ text: String?) -> Value { text.map { .string($0) } ?? .null }
        return .dictionary([
            "url": .string(url), "next": text(next), "etag": text(entityTag),
            "modified": text(lastModified),
        ])
    }

    /// The page without its version, so that it is sent again.
    var withoutVersion: FetchedPage {
        var copy = self
        (copy.entityTag, copy.lastModified) = (nil, nil)
        return copy
    }

    /// The header fields for a conditional request; empty without a version.
    var conditions: HeaderFields {
        if let entityTag { return ["If-None-Match": entityTag] }
        return lastModified.map { ["If-Modified-Since": $0] } ?? [:]
    }
}
