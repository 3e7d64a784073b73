import Foundation
import HTTPValues
import MercatorPayload

/// The secrets that a recording must not contain; each is replaced by `<redacted>`.
///
/// ```swift
/// var redaction = Redaction()
/// redaction.fields.insert("X-Token")
/// redaction.queryNames = ["api_key"]
/// redaction.bodyPaths = ["session.token"]
/// ```
public struct Redaction: Sendable, Hashable {
    /// The names of header fields; by default, the fields with credentials and cookies.
    public var fields: Set<String> = [
        "Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie",
    ]
    /// The names of values in queries, and in bodies that are forms.
    public var queryNames: Set<String> = []
    /// The paths of values in JSON bodies, as keys joined by dots.
    ///
    /// Elements of arrays are included.
    ///
    /// With such paths, a body that is neither JSON nor a form is replaced as a whole, since its
    /// secrets cannot be found.
    public var bodyPaths: Set<String> = []

    static let mark = "<redacted>"

    /// Creates a redaction of the header fields that are always secret.
    public init() {}

    func headers(_ headers: HeaderFields) -> HeaderFields {
        let secret = Set(fields.map { $0.lowercased() })
        var result: HeaderFields = [:]
        for field in headers.fields {
            result.append(
                secret.contains(field.name.lowercased()) ? Self.mark : field.value, to: field.name)
        }
        return result
    }

    func url(_ url: String) -> String {
        guard let start = url.firstIndex(of: "?") else { return url }
        let end = url[start...].firstIndex(of: "#") ?? url.endIndex
        return url[...start] + pairs(url[url.index(after: start)..<end]) + url[end...]
    }

    /// Replaces the secret values of a query or of a form.
    private func pairs(_ text: Substring) -> String {
        text.split(separator: "&", omittingEmptySubsequences: false).map { pair in
            let name = pair.prefix { $0 != "=" }
            let decoded = name.replacing("+", with: " ").removingPercentEncoding ?? String(name)
            return queryNames.contains(decoded) ? "\(name)=\(Self.mark)" : String(pair)
        }.joined(separator: "&")
    }

    func body(_ body: [UInt8], _ headers: HeaderFields) -> [UInt8] {
        guard !body.isEmpty, !bodyPaths.isEmpty || !queryNames.isEmpty else { return body }
        if headers["Content-Type"]?.lowercased().hasPrefix("application/x-www-form-urlencoded")
            == true
        {
            return Array(pairs(String(decoding: body, as: UTF8.self)[...]).utf8)
        }
        guard !bodyPaths.isEmpty else { return body }
        guard let document = try? PayloadDocument(parsing: body) else {
            return Array(Self.mark.utf8)
        }
        var node = PayloadNode(document.root)
        for path in bodyPaths {
            node = Self.redacted(node, path.split(separator: ".")[...])
        }
        return node.jsonBytes()
    }

    private static func redacted(
        _ node: PayloadNode, _ path: ArraySlice<Substring>
    ) -> PayloadNode {
        switch node {
        case .array(let elements): return .array(elements.map { redacted($0, path) })
        case .object(let members):
            guard let key = path.first else { return .string(mark) }
            return .object(
                members.map { member in
                    guard member.key == key else { return member }
                    return .init(member.key, redacted(member.value, path.dropFirst()))
                })
        default: return path.isEmpty ? .string(mark) : node
        }
    }
}
