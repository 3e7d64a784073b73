import Foundation

/// Sockets with a path.
enum UnixSocket {
    struct Failure: Error {
        let path: String
        let number: Int32
    }

    private static func open(
        _ path: String,
        _ body: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws -> Int32 {
        #if canImport(Glibc)
            let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw Failure(path: path, number: ENAMETOOLONG)
        }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body(descriptor, $0, size)
            }
        }
        guard descriptor >= 0, result == 0 else {
            let number = errno
            close(descriptor)
            throw Failure(path: path, number: number)
        }
        return descriptor
    }

    static func listen(_ path: String) throws -> Int32 {
        try unsafe open(path) { unsafe bind($0, $1, $2) == 0 ? Foundation.listen($0, 64) : -1 }
    }

    static func connect(_ path: String) throws -> Int32 {
        try unsafe open(path) { unsafe Foundation.connect($0, $1, $2) }
    }

    static func accept(_ listener: Int32) -> Int32 {
        Foundation.accept(listener, nil, nil)
    }

    /// Reads a message of the protocol; `nil` at the end of the connection.
    ///
    /// The first message of a client has no type, and requests for encryption are first messages.
    static func message(from socket: Int32, isFirst: Bool) -> [UInt8]? {
        let headerSize = isFirst ? 4 : 5
        guard var message = read(headerSize, from: socket) else { return nil }
        let length = message.suffix(4).reduce(0) { $0 << 8 | Int($1) }
        guard length >= 4, let body = read(length - 4, from: socket) else { return nil }
        message += body
        return message
    }

    private static func read(_ count: Int, from socket: Int32) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let received = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe recv(socket, buffer.baseAddress.map { unsafe $0 + done }, count - done, 0)
            }
            guard received > 0 else { return nil }
            done += received
        }
        return bytes
    }

    /// Sends bytes; returns `false` if the connection has ended.
    static func send(_ bytes: [UInt8], to socket: Int32) -> Bool {
        #if os(Linux)
            let flags = Int32(MSG_NOSIGNAL)
        #else
            let flags: Int32 = 0
        #endif
        var done = 0
        while done < bytes.count {
            let sent = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Foundation.send(
                    socket, buffer.baseAddress.map { unsafe $0 + done }, bytes.count - done, flags)
            }
            guard sent > 0 else { return false }
            done += sent
        }
        return true
    }
}
