import Foundation

/// The folders of servers whose test process has ended without stopping them.
enum StaleServers {
    static let root = "/tmp/"
    static let prefix = "mercator-pg-"

    /// Writes the process that a folder belongs to.
    static func claim(_ folder: String) throws {
        guard let owner = ProcessIdentity(getpid()) else { return }
        try owner.text.write(toFile: folder + "/owner", atomically: true, encoding: .utf8)
    }

    /// Writes the process of the server in a folder.
    static func record(_ folder: String) {
        guard let number = serverNumber(folder), let server = ProcessIdentity(number) else {
            return
        }
        try? server.text.write(toFile: folder + "/server", atomically: true, encoding: .utf8)
    }

    static func serverNumber(_ folder: String) -> Int32? {
        let lines = try? String(contentsOfFile: folder + "/data/postmaster.pid", encoding: .utf8)
        return lines?.split(separator: "\n").first.flatMap { Int32($0) }
    }

    private static func identity(_ path: String) -> ProcessIdentity? {
        (try? String(contentsOfFile: path, encoding: .utf8))
            .flatMap { ProcessIdentity(text: Substring($0)) }
    }

    /// Stops the servers whose test process has ended, and removes their folders.
    static func remove() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let folder = root + name
            guard let owner = identity(folder + "/owner"), !owner.isAlive else { continue }
            if let server = identity(folder + "/server"), server.isAlive {
                kill(server.number, SIGINT)
                for _ in 0..<500 where server.isAlive { usleep(20_000) }
            }
            // Without its file, a server that is still there ends by itself within a minute.
            try? FileManager.default.removeItem(atPath: folder)
        }
    }
}
