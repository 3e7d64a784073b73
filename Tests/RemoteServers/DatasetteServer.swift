/// A Datasette server of a file, at the URL `/NAME/ENTITY.json` for a file `NAME.sqlite`.
package struct DatasetteServer: Sendable {
    private let process: ServerProcess

    /// The URL of the server, with a slash at its end.
    package var url: String { "http://127.0.0.1:\(process.words[0])/" }

    /// Starts a server.
    package init(_ path: String) throws {
        process = try ServerProcess("datasette_server", [path])
    }
}
