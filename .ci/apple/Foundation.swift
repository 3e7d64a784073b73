// A stand-in for Apple's Foundation: the values come from the part of Foundation that is the same on
// all platforms, and the rest of what this package uses is declared here, as Apple documents it.
// Bodies are never run.

@_exported public import Darwin
@_exported public import Dispatch
@_exported public import FoundationEssentials
@_exported public import FoundationInternationalization

open class NSObject {
    public init() {}
}

public final class FileHandle: NSObject, @unchecked Sendable {
    public class var standardInput: FileHandle { fatalError() }
    public class var standardOutput: FileHandle { fatalError() }
    public class var standardError: FileHandle { fatalError() }
    public class var nullDevice: FileHandle { fatalError() }
    public convenience init(forReadingFrom url: URL) throws { fatalError() }
    public convenience init(forWritingTo url: URL) throws { fatalError() }
    public convenience init?(forReadingAtPath path: String) { fatalError() }
    public convenience init?(forWritingAtPath path: String) { fatalError() }
    public var fileDescriptor: Int32 { fatalError() }
    public var availableData: Data { fatalError() }
    public func write(_ data: Data) { fatalError() }
    public func write(contentsOf data: some DataProtocol) throws { fatalError() }
    public func readToEnd() throws -> Data? { fatalError() }
    public func read(upToCount count: Int) throws -> Data? { fatalError() }
    public func readDataToEndOfFile() -> Data { fatalError() }
    @discardableResult
    public func seekToEnd() throws -> UInt64 { fatalError() }
    public func offset() throws -> UInt64 { fatalError() }
    public func truncate(atOffset offset: UInt64) throws { fatalError() }
    public func close() throws { fatalError() }
}

open class Thread: NSObject {
    public init(block: @escaping @Sendable () -> Void) { fatalError() }
    open class func sleep(forTimeInterval interval: TimeInterval) { fatalError() }
    open class func detachNewThread(_ block: @escaping @Sendable () -> Void) { fatalError() }
    open func start() { fatalError() }
}

public struct CharacterSet: Sendable {
    public static let whitespaces = CharacterSet(), whitespacesAndNewlines = CharacterSet()
    public static let newlines = CharacterSet()
}

extension StringProtocol {
    public func trimmingCharacters(in set: CharacterSet) -> String { fatalError() }
    public var removingPercentEncoding: String? { fatalError() }
}

extension String {
    public var decomposedStringWithCanonicalMapping: String { fatalError() }
    public var precomposedStringWithCanonicalMapping: String { fatalError() }
}

open class Progress: NSObject, @unchecked Sendable {
    public init(totalUnitCount count: Int64) { fatalError() }
    public convenience override init() { fatalError() }
    open var totalUnitCount: Int64 = 0
    open var completedUnitCount: Int64 = 0
    open var isFinished: Bool { fatalError() }
    open var isCancelled: Bool { fatalError() }
    open func cancel() { fatalError() }
    open func addChild(_ child: Progress, withPendingUnitCount count: Int64) { fatalError() }
}

public struct URLResourceKey: Hashable, Sendable {
    public static let isDirectoryKey = URLResourceKey()
}
public struct URLResourceValues {
    public var isDirectory: Bool? { fatalError() }
}
extension URL {
    public func resourceValues(forKeys keys: Set<URLResourceKey>) throws -> URLResourceValues {
        fatalError()
    }
}

open class NSError: NSObject, Error, @unchecked Sendable {
    open var domain: String { fatalError() }
    open var code: Int { fatalError() }
    open var userInfo: [String: Any] { fatalError() }
}
/// The compiler calls this function by its name.
public func _convertErrorToNSError(_ error: any Error) -> NSError { fatalError() }
public let NSPOSIXErrorDomain = "NSPOSIXErrorDomain"
public let NSUnderlyingErrorKey = "NSUnderlyingError"

extension Error {
    public var localizedDescription: String { fatalError() }
}

open class Bundle: NSObject, @unchecked Sendable {
    open class var main: Bundle { fatalError() }
    open class var allBundles: [Bundle] { fatalError() }
    open var executableURL: URL? { fatalError() }
    open var resourceURL: URL? { fatalError() }
    open var bundleURL: URL { fatalError() }
    open func url(forResource name: String?, withExtension suffix: String?) -> URL? {
        fatalError()
    }
}

open class Pipe: NSObject, @unchecked Sendable {
    open var fileHandleForReading: FileHandle { fatalError() }
    open var fileHandleForWriting: FileHandle { fatalError() }
}

open class Process: NSObject, @unchecked Sendable {
    public enum TerminationReason: Int, Sendable { case exit = 1, uncaughtSignal }
    open var executableURL: URL?
    open var arguments: [String]?
    open var environment: [String: String]?
    open var currentDirectoryURL: URL?
    open var standardInput: Any?
    open var standardOutput: Any?
    open var standardError: Any?
    open func run() throws { fatalError() }
    open func terminate() { fatalError() }
    open func interrupt() { fatalError() }
    open func waitUntilExit() { fatalError() }
    open var isRunning: Bool { fatalError() }
    open var processIdentifier: Int32 { fatalError() }
    open var terminationStatus: Int32 { fatalError() }
    open var terminationReason: TerminationReason { fatalError() }
}

open class DateFormatter: NSObject {
    open var dateFormat: String!
    open var locale: Locale!
    open var timeZone: TimeZone!
    open func date(from text: String) -> Date? { fatalError() }
    open func string(from date: Date) -> String { fatalError() }
}
