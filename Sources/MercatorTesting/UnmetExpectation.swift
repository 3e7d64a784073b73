/// The reason why an expectation is not met.
struct UnmetExpectation: Error {
    let code: MappingTestFailure.Code
    let message: String

    init(_ code: MappingTestFailure.Code, _ message: String) {
        self.code = code
        self.message = message
    }
}
