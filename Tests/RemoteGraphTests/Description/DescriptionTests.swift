import HTTPValues
import RemoteGraph
import RemotePlanning
import Testing

@Suite("Sets of methods and statuses")
struct DescriptionTests {
    @Test func `sets contain what they name, and say so`() {
        let methods: MethodSet = [.post, .get]
        #expect(methods.contains(.get) && !methods.contains(.put))
        #expect(MethodSet.any.contains(.put))
        #expect("\(methods), \(MethodSet.any)" == "GET, POST, any method")
        let statuses: StatusSet = [409, 422]
        #expect(statuses.contains(422) && !statuses.contains(410))
        #expect("\(statuses); \(StatusSet.clientError)" == "409, 422; 400–499")
        #expect(StatusSet.error.contains(400) && StatusSet.error.contains(599))
        #expect(!StatusSet.serverError.contains(499) && !StatusSet.success.contains(300))
    }
}
