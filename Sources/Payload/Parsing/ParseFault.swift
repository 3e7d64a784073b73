/// What the parser throws inside: a code and a place, nothing that costs to build.
///
/// ``PayloadError`` is made from it once, with line, column and excerpt.
struct ParseFault: Error {
    let code: PayloadError.Code
    let offset: Int
}
