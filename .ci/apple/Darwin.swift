// The interfaces of the module `Darwin` that this package uses, with the types that Apple documents.
// They differ from those of Linux in widths and in optional pointers. Bodies are never run.

public typealias mode_t = UInt16
public typealias off_t = Int64
public typealias pid_t = Int32
public typealias nfds_t = UInt32
public typealias useconds_t = UInt32
public typealias rlim_t = UInt64
public typealias socklen_t = UInt32
public typealias sa_family_t = UInt8
public typealias in_port_t = UInt16
public typealias in_addr_t = UInt32

public var errno: Int32 {
    get { fatalError() }
    set { fatalError() }
}
public let EINTR: Int32 = 4, ENOENT: Int32 = 2, ESRCH: Int32 = 3, EACCES: Int32 = 13
public let EPIPE: Int32 = 32

// Files
public let O_RDONLY: Int32 = 0, O_WRONLY: Int32 = 1, O_NONBLOCK: Int32 = 4, F_SETFL: Int32 = 4
public let O_CREAT: Int32 = 0x200, O_TRUNC: Int32 = 0x400, SEEK_SET: Int32 = 0, SEEK_CUR: Int32 = 1
public let STDIN_FILENO: Int32 = 0, STDOUT_FILENO: Int32 = 1, STDERR_FILENO: Int32 = 2
public let S_IRUSR: mode_t = 0o400, S_IWUSR: mode_t = 0o200
public let S_IFMT: mode_t = 0o170000, S_IFDIR: mode_t = 0o040000, S_IFREG: mode_t = 0o100000

public struct stat {
    public init() { fatalError() }
    public var st_mode: mode_t
    public var st_size: off_t
}
@discardableResult
public func fstat(_ descriptor: Int32, _ status: UnsafeMutablePointer<stat>!) -> Int32 {
    fatalError()
}
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32) -> Int32 { fatalError() }
public func open(_ path: UnsafePointer<CChar>, _ flags: Int32, _ mode: mode_t) -> Int32 {
    fatalError()
}
public func ftruncate(_ file: Int32, _ size: off_t) -> Int32 { fatalError() }
public func mkdir(_ path: UnsafePointer<CChar>, _ mode: mode_t) -> Int32 { fatalError() }
public func lseek(_ file: Int32, _ offset: off_t, _ base: Int32) -> off_t { fatalError() }
public func strerror(_ number: Int32) -> UnsafeMutablePointer<CChar>! { fatalError() }
@discardableResult
public func close(_ descriptor: Int32) -> Int32 { fatalError() }
@discardableResult
public func read(_ file: Int32, _ buffer: UnsafeMutableRawPointer!, _ count: Int) -> Int {
    fatalError()
}
@discardableResult
public func pread(
    _ file: Int32, _ buffer: UnsafeMutableRawPointer!, _ count: Int, _ offset: off_t
) -> Int { fatalError() }
@discardableResult
public func write(_ file: Int32, _ buffer: UnsafeRawPointer!, _ count: Int) -> Int { fatalError() }
public func fcntl(_ file: Int32, _ command: Int32, _ value: Int32) -> Int32 { fatalError() }
@discardableResult
public func fsync(_ file: Int32) -> Int32 { fatalError() }
@discardableResult
public func isatty(_ file: Int32) -> Int32 { fatalError() }

public struct winsize {
    public init() { fatalError() }
    public var ws_row: UInt16
    public var ws_col: UInt16
}
public let TIOCGWINSZ: UInt = 0x4008_7468
public func ioctl(_ file: Int32, _ request: UInt, _ pointer: UnsafeMutableRawPointer) -> Int32 {
    fatalError()
}

public struct FILE {}
public func fopen(
    _ path: UnsafePointer<CChar>!, _ mode: UnsafePointer<CChar>!
) -> UnsafeMutablePointer<FILE>! { fatalError() }
@discardableResult
public func fclose(_ file: UnsafeMutablePointer<FILE>!) -> Int32 { fatalError() }
@discardableResult
public func fputs(
    _ text: UnsafePointer<CChar>!, _ file: UnsafeMutablePointer<FILE>!
) -> Int32 { fatalError() }
@discardableResult
public func fgets(
    _ text: UnsafeMutablePointer<CChar>!, _ size: Int32, _ file: UnsafeMutablePointer<FILE>!
) -> UnsafeMutablePointer<CChar>! { fatalError() }

public let POLLIN: Int32 = 1, POLLOUT: Int32 = 4

public struct pollfd {
    public init(fd: Int32, events: Int16, revents: Int16) { fatalError() }
    public var revents: Int16
}
@discardableResult
public func poll(
    _ files: UnsafeMutablePointer<pollfd>!, _ count: nfds_t, _ milliseconds: Int32
) -> Int32 { fatalError() }

// Processes and threads
public let _SC_NPROCESSORS_ONLN: Int32 = 58
public func sysconf(_ name: Int32) -> Int { fatalError() }
public let SIGINT: Int32 = 2, SIGQUIT: Int32 = 3, SIGKILL: Int32 = 9, SIGPIPE: Int32 = 13
public let SIGTERM: Int32 = 15
public typealias sig_t = (@convention(c) (Int32) -> Void)?
public var SIG_IGN: sig_t { fatalError() }
@discardableResult
public func signal(_ number: Int32, _ handler: sig_t) -> sig_t { fatalError() }
public func geteuid() -> UInt32 { fatalError() }
public func getpid() -> pid_t { fatalError() }
@discardableResult
public func kill(_ process: pid_t, _ signal: Int32) -> Int32 { fatalError() }
@discardableResult
public func usleep(_ microseconds: useconds_t) -> Int32 { fatalError() }
public func exit(_ status: Int32) -> Never { fatalError() }
@discardableResult
public func atexit(_ work: (@convention(c) () -> Void)!) -> Int32 { fatalError() }
public func getenv(_ name: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { fatalError() }
public func strdup(_ text: UnsafePointer<CChar>!) -> UnsafeMutablePointer<CChar>! { fatalError() }
public func free(_ memory: UnsafeMutableRawPointer!) { fatalError() }
public func dlsym(
    _ library: UnsafeMutableRawPointer!, _ name: UnsafePointer<CChar>!
) -> UnsafeMutableRawPointer! { fatalError() }

public struct _opaque_pthread_t {}
public struct pthread_attr_t {}
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
public func pthread_create(
    _ thread: UnsafeMutablePointer<pthread_t?>!, _ attributes: UnsafePointer<pthread_attr_t>?,
    _ start: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?,
    _ argument: UnsafeMutableRawPointer?
) -> Int32 { fatalError() }
@discardableResult
public func pthread_detach(_ thread: pthread_t) -> Int32 { fatalError() }

public struct rusage {
    public init() { fatalError() }
    public var ru_maxrss: Int
}
@discardableResult
public func getrusage(_ who: Int32, _ usage: UnsafeMutablePointer<rusage>!) -> Int32 {
    fatalError()
}
@discardableResult
public func wait4(
    _ process: pid_t, _ status: UnsafeMutablePointer<Int32>!, _ options: Int32,
    _ usage: UnsafeMutablePointer<rusage>!
) -> pid_t { fatalError() }
public typealias posix_spawn_file_actions_t = UnsafeMutableRawPointer
public typealias posix_spawnattr_t = UnsafeMutableRawPointer
@discardableResult
public func posix_spawn_file_actions_init(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!
) -> Int32 { fatalError() }
@discardableResult
public func posix_spawn_file_actions_destroy(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!
) -> Int32 { fatalError() }
@discardableResult
public func posix_spawn_file_actions_addopen(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>!, _ file: Int32,
    _ path: UnsafePointer<CChar>!, _ flags: Int32, _ mode: mode_t
) -> Int32 { fatalError() }
public func posix_spawn(
    _ process: UnsafeMutablePointer<pid_t>!, _ path: UnsafePointer<CChar>!,
    _ actions: UnsafePointer<posix_spawn_file_actions_t?>!,
    _ attributes: UnsafePointer<posix_spawnattr_t?>!,
    _ arguments: UnsafePointer<UnsafeMutablePointer<CChar>?>!,
    _ environment: UnsafePointer<UnsafeMutablePointer<CChar>?>!
) -> Int32 { fatalError() }

// Numbers
public func log(_ value: Double) -> Double { fatalError() }
public func log10(_ value: Double) -> Double { fatalError() }
public func pow(_ base: Double, _ exponent: Double) -> Double { fatalError() }

// Sockets
public let AF_INET: Int32 = 2, SOCK_STREAM: Int32 = 1, SOL_SOCKET: Int32 = 0xFFFF
public let SO_SNDBUF: Int32 = 0x1001, SO_LINGER: Int32 = 0x80, SO_NOSIGPIPE: Int32 = 0x1022
public let IPPROTO_TCP: Int32 = 6, TCP_NODELAY: Int32 = 1
public let SHUT_RD: Int32 = 0, SHUT_RDWR: Int32 = 2

public struct in_addr {
    public var s_addr: in_addr_t
}
public struct sockaddr {}
public struct sockaddr_in {
    public init() { fatalError() }
    public var sin_family: sa_family_t
    public var sin_port: in_port_t
    public var sin_addr: in_addr
}
public struct linger {
    public init(l_onoff: Int32, l_linger: Int32) { fatalError() }
}
public func socket(_ domain: Int32, _ type: Int32, _ protocol: Int32) -> Int32 { fatalError() }
@discardableResult
public func bind(
    _ socket: Int32, _ address: UnsafePointer<sockaddr>!, _ size: socklen_t
) -> Int32 { fatalError() }
@discardableResult
public func listen(_ socket: Int32, _ backlog: Int32) -> Int32 { fatalError() }
@discardableResult
public func connect(
    _ socket: Int32, _ address: UnsafePointer<sockaddr>!, _ size: socklen_t
) -> Int32 { fatalError() }
@discardableResult
public func accept(
    _ socket: Int32, _ address: UnsafeMutablePointer<sockaddr>!,
    _ size: UnsafeMutablePointer<socklen_t>!
) -> Int32 { fatalError() }
@discardableResult
public func getsockname(
    _ socket: Int32, _ address: UnsafeMutablePointer<sockaddr>!,
    _ size: UnsafeMutablePointer<socklen_t>!
) -> Int32 { fatalError() }
@discardableResult
public func setsockopt(
    _ socket: Int32, _ level: Int32, _ option: Int32, _ value: UnsafeRawPointer!,
    _ size: socklen_t
) -> Int32 { fatalError() }
@discardableResult
public func recv(
    _ socket: Int32, _ buffer: UnsafeMutableRawPointer!, _ count: Int, _ flags: Int32
) -> Int { fatalError() }
@discardableResult
public func send(
    _ socket: Int32, _ bytes: UnsafeRawPointer!, _ count: Int, _ flags: Int32
) -> Int { fatalError() }
@discardableResult
public func shutdown(_ socket: Int32, _ how: Int32) -> Int32 { fatalError() }
