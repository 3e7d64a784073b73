// The interfaces of `URLSession` that this package uses, as Apple documents them.

open class URLResponse: NSObject, @unchecked Sendable {}

open class HTTPURLResponse: URLResponse, @unchecked Sendable {
    open var statusCode: Int { fatalError() }
    open var allHeaderFields: [AnyHashable: Any] { fatalError() }
}

public struct URLRequest: Hashable, Sendable {
    public enum CachePolicy: UInt, Sendable {
        case useProtocolCachePolicy = 0
        case reloadIgnoringLocalCacheData = 1
    }
    public init(
        url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy,
        timeoutInterval: TimeInterval = 60
    ) { fatalError() }
    public var httpMethod: String?
    public var timeoutInterval: TimeInterval
    public var httpShouldHandleCookies: Bool
    public mutating func addValue(_ value: String, forHTTPHeaderField field: String) {
        fatalError()
    }
}
public typealias NSURLRequest = URLRequest

open class URLCache: NSObject, @unchecked Sendable {}
open class HTTPCookieStorage: NSObject, @unchecked Sendable {}
open class URLCredentialStorage: NSObject, @unchecked Sendable {}
open class OperationQueue: NSObject, @unchecked Sendable {}
public enum tls_protocol_version_t: UInt16, Sendable {
    case TLSv12 = 0x0303
    case TLSv13 = 0x0304
}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
    open class var ephemeral: URLSessionConfiguration { fatalError() }
    open var urlCache: URLCache?
    open var requestCachePolicy = URLRequest.CachePolicy.useProtocolCachePolicy
    open var httpCookieStorage: HTTPCookieStorage?
    open var httpShouldSetCookies = true
    open var urlCredentialStorage: URLCredentialStorage?
    open var waitsForConnectivity = false
    open var tlsMinimumSupportedProtocolVersion = tls_protocol_version_t.TLSv12
    open var httpMaximumConnectionsPerHost = 6
}

open class URLSession: NSObject, @unchecked Sendable {
    public enum ResponseDisposition: Int, Sendable { case cancel, allow, becomeDownload, becomeStream }
    public init(
        configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
        delegateQueue queue: OperationQueue?
    ) { fatalError() }
    open func invalidateAndCancel() { fatalError() }
    open func dataTask(with request: URLRequest) -> URLSessionDataTask { fatalError() }
    open func uploadTask(with request: URLRequest, from bodyData: Data) -> URLSessionUploadTask {
        fatalError()
    }
    open func uploadTask(with request: URLRequest, fromFile fileURL: URL) -> URLSessionUploadTask {
        fatalError()
    }
}

open class URLSessionTask: NSObject, @unchecked Sendable {
    open var taskIdentifier: Int { fatalError() }
    open func cancel() { fatalError() }
    open func suspend() { fatalError() }
    open func resume() { fatalError() }
}
open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}

open class URLSessionTaskMetrics: NSObject, @unchecked Sendable {
    open var transactionMetrics: [URLSessionTaskTransactionMetrics] { fatalError() }
}
open class URLSessionTaskTransactionMetrics: NSObject, @unchecked Sendable {
    open var domainLookupStartDate: Date? { fatalError() }
    open var domainLookupEndDate: Date? { fatalError() }
    open var connectStartDate: Date? { fatalError() }
    open var connectEndDate: Date? { fatalError() }
    open var secureConnectionStartDate: Date? { fatalError() }
    open var secureConnectionEndDate: Date? { fatalError() }
    open var requestStartDate: Date? { fatalError() }
    open var responseStartDate: Date? { fatalError() }
    open var responseEndDate: Date? { fatalError() }
    open var isReusedConnection: Bool { fatalError() }
    open var countOfRequestBodyBytesSent: Int64 { fatalError() }
    open var countOfResponseBodyBytesReceived: Int64 { fatalError() }
}

// The methods are optional in Objective-C: a class that misspells one compiles, but is never called.
// Here they are requirements, so that a wrong signature is an error.
public protocol URLSessionDelegate: NSObject, Sendable {}
public protocol URLSessionTaskDelegate: URLSessionDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void)
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        didFinishCollecting metrics: URLSessionTaskMetrics)
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}
public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void)
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
}

public struct URLError: Error {
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }
    }
    public var code: Code { fatalError() }
}
extension URLError.Code {
    public static let cancelled = Self(rawValue: -999), badURL = Self(rawValue: -1000)
    public static let timedOut = Self(rawValue: -1001), unsupportedURL = Self(rawValue: -1002)
    public static let cannotFindHost = Self(rawValue: -1003)
    public static let cannotConnectToHost = Self(rawValue: -1004)
    public static let networkConnectionLost = Self(rawValue: -1005)
    public static let dnsLookupFailed = Self(rawValue: -1006)
    public static let notConnectedToInternet = Self(rawValue: -1009)
    public static let badServerResponse = Self(rawValue: -1011)
    public static let zeroByteResource = Self(rawValue: -1014)
    public static let cannotDecodeRawData = Self(rawValue: -1015)
    public static let cannotDecodeContentData = Self(rawValue: -1016)
    public static let cannotParseResponse = Self(rawValue: -1017)
    public static let internationalRoamingOff = Self(rawValue: -1018)
    public static let callIsActive = Self(rawValue: -1019), dataNotAllowed = Self(rawValue: -1020)
    public static let appTransportSecurityRequiresSecureConnection = Self(rawValue: -1022)
    public static let secureConnectionFailed = Self(rawValue: -1200)
    public static let serverCertificateHasBadDate = Self(rawValue: -1201)
    public static let serverCertificateUntrusted = Self(rawValue: -1202)
    public static let serverCertificateHasUnknownRoot = Self(rawValue: -1203)
    public static let serverCertificateNotYetValid = Self(rawValue: -1204)
    public static let clientCertificateRejected = Self(rawValue: -1205)
    public static let clientCertificateRequired = Self(rawValue: -1206)
}
