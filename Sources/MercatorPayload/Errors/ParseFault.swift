/// The parser's internal error: a code and an offset, cheap to construct.
///
/// ``PayloadError`` is built from it once, with line, column and excerpt.
struct ParseFault: Error {
    let code: PayloadError.Code
    let offset: Int
}
