import ObjectGraphSQL

/// A setting of the server for a session or a transaction.
struct SessionSetting: Sendable, Hashable {
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
        (self.name, self.value) = (name, value)
    }

    /// The statement that makes the setting for one transaction.
    ///
    /// It leaves the state that the transaction will see undecided, unlike a query.
    var localStatement: String {
        // A list of names is no text.
        let names = name.split(separator: ".").map { String($0).quotedName }
        let isList = name == "search_path"
        return "SET LOCAL \(names.joined(separator: ".")) = \(isList ? value : value.quotedText)"
    }
}
