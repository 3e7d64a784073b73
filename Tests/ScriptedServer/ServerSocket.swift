import Foundation

/// Sockets of a scripted server.
enum ServerSocket {
    struct Failure: Error {
        let number: Int32
    }

    /// Returns a listening socket of the loopback interface, and its port.
    static func listen(backlog: Int32 = 512) throws -> (Int32, UInt16) {
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withUnsafeMutablePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, size) == 0
                    && Foundation.listen(descriptor, backlog) == 0
                    ? getsockname(descriptor, $0, &size) : -1
            }
        }
        guard descriptor >= 0, result == 0 else { throw Failure(number: errno) }
        return (descriptor, UInt16(bigEndian: address.sin_port))
    }

    /// Returns a socket that is being connected to a port, without waiting.
    static func connect(to port: UInt16) -> Int32 {
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = port.bigEndian
        _ = unsafe withUnsafePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe Foundation.connect(
                    descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        return descriptor
    }

    /// Waits for a connection; its buffer is small, so that unread bytes stay few.
    static func accept(_ listener: Int32) -> Int32 {
        let client = Foundation.accept(listener, nil, nil)
        guard client >= 0 else { return client }
        var size: Int32 = 1 << 16
        unsafe setsockopt(client, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(4))
        var flag: Int32 = 1
        unsafe setsockopt(client, Int32(IPPROTO_TCP), TCP_NODELAY, &flag, socklen_t(4))
        #if canImport(Darwin)
            // Sending to a closed connection would end the process; Linux has a flag for that.
            unsafe setsockopt(client, SOL_SOCKET, SO_NOSIGPIPE, &flag, socklen_t(4))
        #endif
        return client
    }

    /// Reads what is there, waiting for the first byte; empty at the end.
    static func receive(from socket: Int32) -> [UInt8] {
        let capacity = 1 << 16
        return unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
            repeat {
                count = unsafe recv(socket, buffer.baseAddress, capacity, 0)
            } while count < 0 && errno == EINTR
            count = max(0, count)
        }
    }

    /// Sends bytes; returns `false` if the connection has ended.
    static func send(_ bytes: [UInt8], to socket: Int32, sent: (Int) -> Void) -> Bool {
        #if os(Linux)
            let flags = Int32(MSG_NOSIGNAL)
        #else
            let flags: Int32 = 0
        #endif
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Foundation.send(
                    socket, buffer.baseAddress.map { unsafe $0 + done }, bytes.count - done, flags)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            sent(count)
            done += count
        }
        return true
    }

    /// Closes a socket after what was sent has arrived.
    static func close(_ socket: Int32) {
        shutdown(socket, Int32(SHUT_RDWR))
        Foundation.close(socket)
    }

    /// Closes a socket with a reset.
    static func reset(_ socket: Int32) {
        var option = linger(l_onoff: 1, l_linger: 0)
        unsafe setsockopt(
            socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
        shutdown(socket, Int32(SHUT_RD))
        Foundation.close(socket)
    }
}

/// A listening socket that accepts nothing, with a full backlog.
package final class FullBacklog: Sendable {
    /// The port.
    package let port: UInt16
    private let descriptors: [Int32]

    /// Fills the backlog.
    package init() throws {
        let (listener, port) = try ServerSocket.listen(backlog: 0)
        self.port = port
        descriptors = [listener] + (0..<8).map { _ in ServerSocket.connect(to: port) }
    }

    deinit {
        for descriptor in descriptors { close(descriptor) }
    }
}
