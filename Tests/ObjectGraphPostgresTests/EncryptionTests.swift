import Foundation
import ObjectGraph
import ObjectGraphPostgres
import PostgresTestSupport
import TestSupport
import Testing

@Suite("Encrypted connections", .needsPostgres, .endsInTime)
struct EncryptionTests {
    /// A server that answers on a port of this machine, and files that tests made for it.
    private struct Place {
        let port: UInt16
        /// The folder with the certificates, and the key of a client.
        let files: String

        /// Returns a connection string for a host that is this machine.
        func text(_ attributes: String, host: String = "localhost", role: String = "mercator")
            -> String
        {
            "host=\(host) port=\(port) user=\(role) dbname=postgres \(attributes)"
        }

        /// The lines of the client's key, of which no message has a part.
        func keyLines() throws -> [Substring] {
            try String(contentsOfFile: files + "/client.key", encoding: .utf8)
                .split(separator: "\n").filter { !$0.hasPrefix("-----") }
        }

        func connect(_ text: String) throws -> PostgresConnection {
            try PostgresConnection(ConnectionOptions(text), PostgresSettings())
        }
    }

    /// Makes two authorities, a certificate of the server by one of them, and one of a client.
    private static let script = #"""
        set -e
        mkdir -m 755 "$1/tls"; cd "$1/tls"
        for ca in root wrong; do
            openssl req -new -x509 -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 \
                -days 2 -subj "/CN=$ca" -out $ca.crt -keyout $ca.key
        done
        printf 'subjectAltName=DNS:localhost' >names
        for name in localhost app; do
            openssl req -new -nodes -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 \
                -subj "/CN=$name" -out $name.csr -keyout $name.key
            openssl x509 -req -in $name.csr -CA root.crt -CAkey root.key -CAcreateserial \
                -days 2 -extfile names -out $name.crt
        done
        chmod 644 app.key
        cat >>"$1/data/postgresql.conf" <<END
        ssl = on
        ssl_cert_file = '$1/tls/localhost.crt'
        ssl_key_file = '$1/tls/localhost.key'
        ssl_ca_file = '$1/tls/root.crt'
        END
        "$2/pg_ctl" -D "$1/data" reload
        """#

    /// Calls a closure with a server, which encrypts connections or does not.
    private func withServer(
        encrypts: Bool = true, _ body: (Place) throws -> Void
    ) throws {
        let port = try PostgresTestServer.freePort()
        let access = [
            "hostssl all app all cert", "hostssl all secret all scram-sha-256",
            "hostnossl all app all reject",
        ]
        try PostgresTestServer.with(
            settings: ["listen_addresses = '127.0.0.1'", "port = \(port)"], access: access
        ) { server in
            let connection = try PostgresConnection(
                ConnectionOptions(server.connectionString + " port=\(port)"), PostgresSettings())
            try connection.execute(
                "CREATE ROLE app LOGIN; CREATE ROLE secret LOGIN PASSWORD 's3cret'")
            let files = server.folder + "-client"
            try FileManager.default.createDirectory(
                atPath: files, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(atPath: files) }
            if encrypts {
                try server.run(Self.script + " 2>&1")
                while try connection.texts("SHOW ssl") != ["on"] {}
                for (name, copy) in [
                    ("root.crt", "root.crt"), ("wrong.crt", "wrong.crt"), ("app.crt", "client.crt"),
                    ("app.key", "client.key"),
                ] {
                    let data = try Data(
                        contentsOf: URL(filePath: server.folder + "/tls/" + name))
                    let path = files + "/" + copy
                    try data.write(to: URL(filePath: path))
                    try FileManager.default.setAttributes(
                        [.posixPermissions: 0o600], ofItemAtPath: path)
                }
            }
            try body(Place(port: port, files: files))
        }
    }

    @Test func `a server is encrypted, and known by its certificate if that is asked for`()
        throws
    {
        try withServer { place in
            let root = "sslrootcert=\(place.files)/root.crt"
            for attributes in [
                "sslmode=require", "sslmode=verify-ca \(root)", "sslmode=verify-full \(root)",
            ] {
                let connection = try place.connect(place.text(attributes))
                #expect(connection.isEncrypted, "\(attributes)")
                #expect(try connection.number("SELECT 1") == 1)
            }
            // The certificate is that of another authority, or of another name.
            for (host, attributes) in [
                ("localhost", "sslmode=verify-full sslrootcert=\(place.files)/wrong.crt"),
                ("localhost", "sslmode=verify-ca sslrootcert=\(place.files)/wrong.crt"),
                ("127.0.0.1", "sslmode=verify-full \(root)"),
                ("localhost", "sslmode=verify-full sslrootcert=\(place.files)/none.crt"),
            ] {
                let store = PostgresStore(place.text(attributes, host: host))
                let error = try #require(storeError { _ = try StoreFixture(store) })
                #expect(error.code == .cannotOpen, "\(error)")
                #expect(error.message.contains("'\(host)', port \(place.port)"), "\(error)")
                #expect(error.message.contains("certificate"), "\(error)")
                if attributes.contains("wrong.crt") {
                    #expect(error.message.contains("expired, or sslrootcert"), "\(error)")
                }
            }
        }
    }

    @Test func `a store works over an encrypted connection, with a client certificate`()
        throws
    {
        try withServer { place in
            let identity =
                "sslmode=verify-full sslrootcert=\(place.files)/root.crt "
                + "sslcert=\(place.files)/client.crt sslkey=\(place.files)/client.key"
            let owner = try place.connect(place.text("sslmode=require"))
            #expect(owner.isEncrypted)
            try owner.execute("CREATE SCHEMA mercator AUTHORIZATION app")
            let fixture = try StoreFixture(PostgresStore(place.text(identity, role: "app")))
            let row = try fixture.insert("Tag", ["name": "a"])
            #expect(try fixture.stored(row) != nil)
            #expect(
                try owner.number(
                    "SELECT count(*) FROM pg_stat_ssl AS s JOIN pg_stat_activity AS a "
                        + "ON a.pid = s.pid WHERE a.usename = 'app' AND NOT s.ssl") == 0)
        }
    }

    @Test func `no message has a part of a key`() throws {
        try withServer { place in
            let secrets = try place.keyLines()
            #expect(secrets.count > 1)
            let certificate = "sslcert=\(place.files)/client.crt"
            let damaged = place.files + "/damaged.key"
            try (["-----BEGIN PRIVATE KEY-----"] + secrets.reversed()).joined(separator: "\n")
                .write(toFile: damaged, atomically: true, encoding: .utf8)
            let open = place.files + "/open.key"
            try FileManager.default.copyItem(atPath: place.files + "/client.key", toPath: open)
            for (path, permissions) in [(damaged, 0o600), (open, 0o666)] {
                try FileManager.default.setAttributes(
                    [.posixPermissions: permissions], ofItemAtPath: path)
            }
            for attributes in [
                "", certificate, "\(certificate) sslkey=\(damaged)",
                "\(certificate) sslkey=\(open)",
                "\(certificate) sslkey=\(place.files)/missing.key",
                "\(certificate) sslkey=\(place.files)/client.crt sslpassword=s3cret",
                "sslcert=\(place.files)/client.key sslkey=\(place.files)/client.key",
            ] {
                let store = PostgresStore(
                    place.text("sslmode=require \(attributes)", role: "app"))
                let error = try #require(storeError { _ = try StoreFixture(store) })
                #expect(error.code == .cannotOpen, "\(error)")
                var dumped = "\(store) \(error) \(error.localizedDescription)"
                dump(store, to: &dumped)
                dump(error, to: &dumped)
                for secret in secrets + ["s3cret"] { #expect(!dumped.contains(secret)) }
            }
        }
    }

    /// 0.0.0.0 leads to this machine, but is not one of its own names.
    @Test func `a host that is not local is not reached without encryption`() throws {
        try withServer(encrypts: false) { place in
            let error = try #require(
                storeError {
                    _ = try StoreFixture(PostgresStore(place.text("", host: "0.0.0.0")))
                })
            #expect(error.code == .cannotOpen)
            #expect(error.message.contains("SSL"), "\(error)")
            for text in [
                place.text("sslmode=disable", host: "0.0.0.0"), place.text("", host: "127.0.0.1"),
            ] {
                #expect(try place.connect(text).isEncrypted == false)
            }
        }
        try withServer { place in
            let connection = try place.connect(place.text("", host: "0.0.0.0"))
            #expect(connection.isEncrypted)
        }
    }
}
