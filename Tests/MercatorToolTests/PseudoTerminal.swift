import Foundation

/// A terminal without a window, which keeps what programs write to it.
struct PseudoTerminal {
    /// An error of the system.
    struct Failure: Error {
        let step: String
    }

    private let master: FileHandle
    /// The end that a program sees as its terminal.
    let device: FileHandle

    /// Opens a terminal with a number of columns.
    init(columns: Int) throws {
        #if os(Linux)
            // Not by `posix_openpt`, which Glibc's module lacks.
            let descriptor = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
            var (lock, number): (CInt, CInt) = (0, 0)
            let (unlock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
            guard descriptor >= 0, unsafe ioctl(descriptor, unlock, &lock) == 0,
                unsafe ioctl(descriptor, getNumber, &number) == 0
            else { throw Failure(step: "open") }
            let name = "/dev/pts/\(number)"
        #else
            let descriptor = posix_openpt(O_RDWR | O_NOCTTY)
            guard descriptor >= 0, grantpt(descriptor) == 0, unlockpt(descriptor) == 0,
                let name = unsafe ptsname(descriptor).map({ unsafe String(cString: $0) })
            else { throw Failure(step: "open") }
        #endif
        var size = winsize()
        size.ws_col = UInt16(columns)
        size.ws_row = 24
        guard unsafe ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0 else {
            throw Failure(step: "size")
        }
        let device = unsafe open(name, O_RDWR | O_NOCTTY)
        guard device >= 0 else { throw Failure(step: "device") }
        master = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        self.device = FileHandle(fileDescriptor: device, closeOnDealloc: true)
    }

    /// Returns what was written, after all programs have ended; it fits into the terminal's memory.
    func text() -> String {
        String(decoding: master.availableData, as: UTF8.self)
    }
}
