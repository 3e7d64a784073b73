public import MercatorPayload

/// The paging style of a server's list.
///
/// | server | style |
/// |---|---|
/// | `?page=3` | `.number()` |
/// | `?limit=100&offset=200`; Django REST framework | `.offset()` |
/// | `{"next": "https://…", …}`; Django REST framework | `.nextURL(at: "next")` |
/// | `{"next": "x7", …}`, then `?cursor=x7` | `.cursor(at: "next", parameter: "cursor")` |
/// | `Link: <…>; rel="next"`; GitHub, Datasette | `.link()` |
/// | `Next-Page: https://…`; Kinto | `.header("Next-Page")` |
///
/// The size of pages is a parameter of the query, or the server's default: no style relies on a
/// size or on a total number.
///
/// A list paged by number or offset may miss an object if a preceding one is deleted on the server
/// while it is loaded. Other styles are usually immune.
public enum PageStyle: Sendable, Hashable {
    /// A parameter with the number of the page.
    ///
    /// The page after the last one has no records, or the status 404. Such a 404 does not prove
    /// that the list is complete, so it lets no orphans be deleted.
    case number(parameter: String = "page", first: Int = 1)
    /// A parameter with the number of records before the page.
    ///
    /// The next page begins after the received records, even if they are fewer than requested. The
    /// page after the last one has no records.
    case offset(parameter: String = "offset")
    /// A text or a number in the payload, which the next request repeats as a parameter; the last
    /// page has none, or `null`.
    case cursor(at: PayloadPath, parameter: String)
    /// A URL in the payload, which may be relative; the last page has none, or `null`.
    case nextURL(at: PayloadPath)
    /// A field `Link` with a relation; the last page has none.
    ///
    /// Source: RFC 8288.
    case link(_ relation: String = "next")
    /// A header field with a URL, which may be relative; the last page has none.
    case header(_ name: String)
    /// A list that has one page.
    case single
}
