import HTTPValues
import MercatorPayload
import ObjectGraph
import PayloadFormats
import PlainValueMapping
import RemoteGraph
import RemotePlanning
import Testing

@Suite("Errors of responses")
struct RemoteErrorTests {
    private static let url =
        "https://example.com/api/articles?page=1&API_key=hidden1&token[a]=hidden2"

    private func failure(
        _ status: Int, _ body: String, type: String? = "application/json",
        fields: [(name: String, value: String)] = [],
        _ change: (inout RemoteDescription) -> Void = { _ in }
    ) throws -> RemoteError {
        let remote = try Library().remote(change)
        let now = try #require(Timestamp(seconds: 0))
        return remote.failure(
            .failedStatus, status: status,
            fields: fields + (type.map { [("Content-Type", $0)] } ?? []), body: Array(body.utf8),
            .post, Self.url, now: now)
    }

    @Test func `problem details have their members and extensions`() throws {
        let error = try failure(
            409,
            #"{"type":"https://e.com/credit","title":"No credit","status":409,"detail":"30 < 50","#
                + #""instance":"/account/1","balance":30}"#,
            type: "application/problem+json")
        let problem = try #require(error.problem)
        #expect(problem.type == "https://e.com/credit")
        #expect(problem.title == "No credit")
        #expect(problem.status == 409)
        #expect(problem.detail == "30 < 50")
        #expect(problem.instance == "/account/1")
        #expect(problem["balance"]?.int64 == 30)
        #expect(error.description.hasSuffix("\nNo credit: 30 < 50"))
    }

    @Test func `the status of the response counts, that of the body is kept`() throws {
        let error = try failure(409, #"{"status": 200}"#, type: "application/problem+json")
        #expect(error.status == 409)
        #expect(error.problem?.status == 200)
        #expect(error.problem?.type == "about:blank")
    }

    @Test func `members of a wrong type are ignored`() throws {
        let error = try failure(
            403, #"{"status":"403","title":5,"type":[],"detail":"no"}"#,
            type: "application/problem+json; charset=utf-8")
        #expect(error.problem?.status == nil)
        #expect(error.problem?.title == nil)
        #expect(error.problem?.description == "no")
    }

    @Test func `an error descriptor maps the body to values`() throws {
        let error = try failure(422, #"{"errors":[{"message":"blank"},{"message":"short"}]}"#) {
            $0.addError(
                ErrorDescriptor(
                    "articles", statuses: [422], .values(of: ErrorMessage.mapping(), at: "errors")))
        }
        guard case .values(let values) = error.content else {
            Issue.record("\(error)")
            return
        }
        #expect(values.map { ($0 as? ErrorMessage)?.message } == ["blank", "short"])
        #expect(error.description.hasSuffix("\n- blank\n- short"))
    }

    @Test func `attempts are listed if there were several`() throws {
        var error = try failure(503, "")
        let text = error.description
        error.attempts = [.init(status: 503, duration: .seconds(1))]
        #expect(error.description == text)
        error.attempts.append(.init(failure: "reset", duration: .nanoseconds(2_001_700)))
        #expect(error.description == text + "\n- 503 (1000 ms)\n- reset (2 ms)")
    }

    @Test func `attempts that ended alike are listed with their times alone`() throws {
        var error = try failure(503, "")
        let text = error.description
        error.attempts = [1, 20].map { .init(status: 503, duration: .milliseconds($0)) }
        #expect(error.description == text + "\n- the attempts took 1 ms, 20 ms")
        error.attempts += [5, 6].map { .init(failure: "reset", duration: .milliseconds($0)) }
        #expect(error.description == text + "\n- 503 (1 ms, 20 ms)\n- reset (5 ms, 6 ms)")
        var lost = RemoteError(.failedTransfer, "reset; it was tried 2 times")
        lost.attempts = [3, 4].map { .init(failure: "reset", duration: .milliseconds($0)) }
        #expect(
            lost.description
                == "failedTransfer: reset; it was tried 2 times\n- the attempts took 3 ms, 4 ms")
    }

    @Test func `a descriptor precedes problem details, and those the errors of JSON:API`() throws {
        let errors = try failure(400, #"{"errors": [{"title": "a"}]}"#)
        guard case .errors(let values) = errors.content else {
            Issue.record("\(errors)")
            return
        }
        #expect(values.map { $0["title"]?.string } == ["a"])
        let problem = try failure(400, #"{"title": "b", "errors": [{}]}"#) {
            $0.addError(ErrorDescriptor(statuses: .error, .problem))
        }
        #expect(problem.problem?.title == "b")
        let values2 = try failure(
            400, #"{"message": "c"}"#, type: "application/problem+json"
        ) { $0.addError(ErrorDescriptor(statuses: .error, .values(of: ErrorMessage.mapping()))) }
        guard case .values = values2.content else {
            Issue.record("\(values2)")
            return
        }
    }

    @Test func `a long page is kept up to a limit, behind the status and the type`() throws {
        let page = "<h1>x\u{7}</h1>" + String(repeating: "é", count: 1_000_000)
        let error = try failure(500, page, type: "text/html")
        #expect(error.body.count == RemoteError.bodyLimit)
        #expect(error.description.utf8.count < 4 * 1024 + 500)
        #expect(error.description.hasPrefix("500 failedStatus (POST https://example.com/api/"))
        #expect(error.description.contains("<h1>x</h1>"))
        #expect(error.fields.map(\.value) == ["text/html"])
    }

    @Test func `an empty body leaves the status`() throws {
        let error = try failure(500, "", type: nil)
        #expect(error.description.hasPrefix("500 failedStatus"))
        #expect(error.description.hasSuffix("the server reports a failure"))
    }

    @Test func `a broken body never hides the status`() throws {
        let error = try failure(503, #"{"title": "#, fields: [("Retry-After", "3600")])
        #expect(error.description.hasPrefix("503 failedStatus"))
        #expect(error.retryAfter == .seconds(3600))
        #expect(error.description.contains("the server asks to wait 3600 s"))
    }

    @Test func `confidential values are in no part of an error`() throws {
        let error = try failure(
            401, "",
            fields: [("Set-Cookie", "hidden3"), ("X-Token", "hidden4"), ("X-Other", "seen")]
        ) { $0.secretFields = ["x-token"] }
        let text = "\(error)" + String(reflecting: error) + "\(error.fields)"
        #expect(!text.contains("hidden1") && !text.contains("hidden2"))
        #expect(!text.contains("hidden3") && !text.contains("hidden4"))
        #expect(text.contains("page=1") && text.contains("seen"))
    }

    @Test func `parameters and suffixes of a type do not hide its format`() throws {
        let remote = try Library().remote()
        let type = "application/vnd.api+json; charset=utf-8"
        #expect(try remote.format(ofContentType: type) == .json)
        #expect(try remote.format(ofContentType: nil) == .json)
        #expect(try remote.format(ofContentType: #"TEXT/XML; Charset="UTF-8""#) == .xml)
    }

    @Test func `an unknown type is quoted, with those that can be read`() throws {
        let error = #expect(throws: RemoteError.self) {
            try Library().remote().format(ofContentType: "{application/json")
        }
        #expect(error?.code == .unsupportedType)
        #expect(error?.message.contains("'{application/json'") == true)
        #expect(error?.message.contains("application/json, ") == true)
    }

    @Test(arguments: ["iso-8859-1", #""ISO-8859-1""#, "utf-16"])
    func `another encoding than UTF-8 is refused before the body is read`(charset: String)
        throws
    {
        expectError(.unsupportedCharset) {
            try Library().remote().document(
                from: [0x22, 0xE9, 0x22], contentType: "application/json; charset=\(charset)")
        }
    }

    @Test func `a body that violates its format is an error of its own`() throws {
        let error = #expect(throws: RemoteError.self) {
            try Library().remote().document(from: Array("{".utf8), contentType: nil)
        }
        #expect(error?.code == .unreadableBody)
        #expect(error?.cause is PayloadError)
    }
}
