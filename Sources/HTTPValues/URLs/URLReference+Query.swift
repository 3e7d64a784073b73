/// Parameters of a query.
extension URLReference {
    /// Replaces a parameter, or adds it as the last one; other parameters are kept as written.
    ///
    /// - Parameters:
    ///   - name: The name, without escapes.
    ///   - value: The value, without escapes.
    package mutating func set(_ name: String, to value: String) {
        let pair = PercentEncoding.formKey(name) + "=" + PercentEncoding.component(value)
        var pairs = (query ?? "").split(separator: "&").map(String.init)
        let index = pairs.firstIndex { Self.name(of: $0) == name }
        pairs.removeAll { Self.name(of: $0) == name }
        pairs.insert(pair, at: index ?? pairs.count)
        query = pairs.joined(separator: "&")
    }

    /// Returns the value of the first parameter with a name, or `nil`.
    package func value(of name: String) -> String? {
        (query ?? "").split(separator: "&").first { Self.name(of: $0) == name }
            .map { Self.decoded($0.drop { $0 != "=" }.dropFirst()) }
    }

    private static func name(of pair: some StringProtocol) -> String {
        decoded(pair.prefix { $0 != "=" })
    }

    private static func decoded(_ text: some StringProtocol) -> String {
        let text = String(text).replacing("+", with: " ")
        return PercentEncoding.decoded(text) ?? text
    }
}
