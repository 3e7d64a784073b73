import ObjectGraph
import ObjectGraphSQL

/// A view of the file for people and other programs.
struct EntityView: Hashable {
    let name: String
    /// The statement that creates the view, as SQLite keeps it.
    let sql: String

    /// The comment that identifies the store's own views.
    static let mark = "/* made by Mercator, which replaces it when the model changes */"
}

extension EntityView {
    /// Creates a view with the comment in its statement.
    init(_ name: String, selecting body: String) {
        self.init(
            name: name, sql: "CREATE VIEW \(name.quotedName) AS \(EntityView.mark)\n\(body)")
    }
}
