import HTTPValues
public import MercatorPayload
import RemotePlanning

/// The location of a change mark in a response, and the parameter for the next request.
///
/// A mark identifies the changes of a list that are already known.
///
/// ```swift
/// let changes = manager.pages("articles", by: .header("Next-Page"))
///     .changes(since: .etag(parameter: "_since"))                      // Kinto
/// ```
public enum ChangeMark: Sendable, Hashable {
    /// The field `ETag`, without its quotation marks.
    case etag(parameter: String)
    /// A header field.
    case header(_ name: String, parameter: String)
    /// A text or a number in the payload.
    case path(PayloadPath, parameter: String)

    /// The page that supplies the mark.
    public enum Page: Sendable, Hashable, CaseIterable {
        /// The first page with a mark; changes made while pages are loaded are received again.
        case first
        /// The last page that has one, for marks that advance from page to page.
        case last
    }

    var parameter: String {
        switch self {
        case .etag(let parameter), .header(_, let parameter), .path(_, let parameter): parameter
        }
    }

    /// Returns the mark of a page; `nil` if it has none.
    func text(in page: PageContent) throws(RemoteError) -> String? {
        switch self {
        case .etag:
            guard let tag = page.headers["ETag"] else { return nil }
            let opaque = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...]
            guard opaque.count >= 2, opaque.first == "\"", opaque.last == "\"" else { return tag }
            return String(opaque.dropFirst().dropLast())
        case .header(let name, _): return page.headers[name]
        case .path(let path, _): return try PageStyle.text(at: path, page)
        }
    }

    /// Throws if a path cannot be parsed.
    func check() throws(RemoteError) {
        if case .path(let path, _) = self { try path.checkSyntax() }
    }
}
