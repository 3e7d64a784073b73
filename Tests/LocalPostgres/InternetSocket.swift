import Foundation

/// Sockets with a port of this machine.
enum InternetSocket {
    struct Failure: Error {
        let number: Int32
    }

    /// Returns a port that nothing uses at the moment.
    static func freePort() throws -> UInt16 {
        #if canImport(Glibc)
            let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withUnsafeMutablePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, size) == 0 ? getsockname(descriptor, $0, &size) : -1
            }
        }
        guard result == 0 else { throw Failure(number: errno) }
        return UInt16(bigEndian: address.sin_port)
    }
}
