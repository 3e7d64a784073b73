import Foundation
import HTTPValues
import MercatorPayload
import RemoteGraph

extension Recording {
    /// The recording as lines of JSON.
    var lines: [UInt8] {
        exchanges.flatMap { $0.node.jsonBytes() + [UInt8(ascii: "\n")] }
    }

    /// Reads lines of JSON.
    init(lines: [UInt8]) throws(RecordingError) {
        for (index, line) in lines.split(separator: UInt8(ascii: "\n")).enumerated() {
            do {
                exchanges.append(try Exchange(PayloadDocument(parsing: Array(line)).root))
            } catch {
                throw RecordingError("line \(index + 1) of the recording: \(error)")
            }
        }
    }
}

extension Recording.Exchange {
    fileprivate var node: PayloadNode {
        var members = [
            PayloadNode.Member(
                "request",
                .object(
                    [
                        .init("method", .string(method.rawValue)), .init("url", .string(url)),
                        .init("headers", headers.node),
                    ] + Self.member(body)))
        ]
        if let response {
            members.append(
                .init(
                    "response",
                    .object(
                        [
                            .init("status", .number(Int64(response.status))),
                            .init("version", .string(response.version.rawValue)),
                            .init("headers", response.headers.node),
                        ] + Self.member(response.body))))
        }
        if let error { members.append(.init("error", error.node)) }
        return .object(members)
    }

    private static func member(_ body: [UInt8]) -> [PayloadNode.Member] {
        guard !body.isEmpty else { return [] }
        guard let text = String(validating: body, as: UTF8.self) else {
            return [.init("base64", .string(Data(body).base64EncodedString()))]
        }
        return [.init("body", .string(text))]
    }

    fileprivate init(_ line: PayloadValue) throws(RecordingError) {
        let request = line["request"]
        guard let method = request?["method"]?.string.flatMap(ResourceRequest.Method.init),
            let url = request?["url"]?.string
        else { throw RecordingError("expected a request with a method and a URL") }
        self.init(
            method: method, url: url, headers: try HeaderFields(reading: request?["headers"]),
            body: try Self.body(request))
        if let value = line["response"] {
            guard let status = value["status"]?.int64,
                let version = value["version"]?.string.flatMap(TransportResponse.Version.init)
            else { throw RecordingError("expected a response with a status and a version") }
            response = Recording.Response(
                status: Int(status), version: version,
                headers: try HeaderFields(reading: value["headers"]), body: try Self.body(value))
        }
        error = try line["error"].map { value throws(RecordingError) in
            try TransportError(reading: value)
        }
        guard response != nil || error != nil else {
            throw RecordingError("expected a response, an error, or both")
        }
    }

    private static func body(_ value: PayloadValue?) throws(RecordingError) -> [UInt8] {
        if let text = value?["body"]?.string { return Array(text.utf8) }
        guard let text = value?["base64"]?.string else { return [] }
        guard let data = Data(base64Encoded: text) else {
            throw RecordingError("expected a body in base64")
        }
        return [UInt8](data)
    }
}

extension HeaderFields {
    fileprivate var node: PayloadNode {
        .array(fields.map { .array([.string($0.name), .string($0.value)]) })
    }

    fileprivate init(reading value: PayloadValue?) throws(RecordingError) {
        self = [:]
        guard let value else { return }
        for pair in value.elements {
            guard pair.count == 2, let name = pair[0]?.string, let value = pair[1]?.string else {
                throw RecordingError("expected header fields as pairs of a name and a value")
            }
            append(value, to: name)
        }
    }
}

extension TransportError {
    fileprivate var node: PayloadNode {
        var members = [
            PayloadNode.Member("kind", .string("\(kind)")), .init("message", .string(message)),
        ]
        switch stage {
        case .notSent: break
        case .sent: members.append(.init("isSent", .boolean(true)))
        case .receiving(let bytes): members.append(.init("received", .number(Int64(bytes))))
        }
        return .object(members)
    }

    fileprivate init(reading value: PayloadValue) throws(RecordingError) {
        let kinds: [Kind] = [
            .connect, .unknownHost, .tls, .timedOut(.connect), .timedOut(.idle), .timedOut(.total),
            .reset, .incompleteBody, .undecodableBody, .unsupportedCoding, .headersTooLarge,
            .bodyTooLarge, .invalidResponse, .cancelled, .failed,
        ]
        let name = value["kind"]?.string
        guard let kind = kinds.first(where: { "\($0)" == name }) else {
            throw RecordingError("expected an error with one of the kinds \(kinds)")
        }
        let stage: Stage =
            if let count = value["received"]?.int64 {
                .receiving(bytes: Int(count))
            } else {
                value["isSent"]?.bool == true ? .sent : .notSent
            }
        self.init(kind, stage, value["message"]?.string ?? "")
    }
}
