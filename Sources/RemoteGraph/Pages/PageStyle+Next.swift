import HTTPValues
import MercatorPayload
package import RemotePlanning

/// Finding pages.
extension PageStyle {
    /// Indicates whether the last page is not recognizable, so that a further page is requested.
    package var isOpenEnded: Bool {
        switch self {
        case .number, .offset: true
        case .cursor, .nextURL, .link, .header, .single: false
        }
    }

    /// Returns the URL of the first page of a list.
    package func first(_ url: String) -> String {
        switch self {
        case .number(let parameter, let first): Self.adding(parameter, "\(first)", to: url)
        case .offset(let parameter): Self.adding(parameter, "0", to: url)
        case .cursor, .nextURL, .link, .header, .single: url
        }
    }

    /// Returns the URL of the next page; `nil` after the last one.
    package func next(
        after page: PageContent, emptyEnds: Bool
    ) throws(RemoteError) -> String? {
        let reference: String?
        switch self {
        case .number(let parameter, _):
            return try Self.advancing(parameter, by: min(page.recordCount, 1), page)
        case .offset(let parameter):
            return try Self.advancing(parameter, by: page.recordCount, page)
        case .cursor(let path, let parameter):
            guard let cursor = try Self.text(at: path, page), !(emptyEnds && cursor.isEmpty)
            else { return nil }
            return Self.setting(parameter, cursor, in: page.url)
        case .nextURL(let path): reference = try Self.text(at: path, page)
        case .link(let relation):
            let links = WebLink.links(in: page.headers.values(of: "Link"))
            reference = WebLink.target(relation, in: links, of: page.url)
        case .header(let name): reference = page.headers[name]
        case .single: reference = nil
        }
        guard let reference, !(emptyEnds && reference.isEmpty) else { return nil }
        var url = URLReference(reference).resolved(against: URLReference(page.url))
        url.fragment = nil
        return url.description
    }

    /// Throws if a path cannot be parsed.
    func check() throws(RemoteError) {
        switch self {
        case .cursor(let path, _), .nextURL(let path): try path.checkSyntax()
        case .number, .offset, .link, .header, .single: break
        }
    }

    static func setting(_ parameter: String, _ value: String, in url: String) -> String {
        var url = URLReference(url)
        url.set(parameter, to: value)
        return url.description
    }

    private static func adding(_ parameter: String, _ value: String, to url: String) -> String {
        URLReference(url).value(of: parameter) == nil ? setting(parameter, value, in: url) : url
    }

    /// Returns the URL with a greater number; `nil` for a step of 0.
    private static func advancing(
        _ parameter: String, by step: Int, _ page: PageContent
    ) throws(RemoteError) -> String? {
        guard step > 0 else { return nil }
        let text = URLReference(page.url).value(of: parameter)
        guard let number = text.flatMap(Int.init),
            case (let next, false) = number.addingReportingOverflow(step)
        else {
            throw RemoteError(
                .invalidPage,
                "expected an integer as the parameter '\(parameter)' of the query; leave it out "
                    + "to begin with the first page")
        }
        return setting(parameter, "\(next)", in: page.url)
    }

    static func text(
        at path: PayloadPath, _ page: PageContent
    ) throws(RemoteError) -> String? {
        guard let value = page.document?.root.value(at: path), !value.isNull else { return nil }
        guard let text = value.string ?? value.numberText else {
            throw RemoteError(
                .invalidPage,
                "expected a text, a number or null at '\(path)', found \(value.kind)")
        }
        return text
    }
}

extension PayloadPath {
    /// Throws if the path cannot be parsed.
    func checkSyntax() throws(RemoteError) {
        guard let problem else { return }
        throw RemoteError(
            .invalidRequest, "the path '\(self)' of pages: \(problem)", cause: problem)
    }
}
