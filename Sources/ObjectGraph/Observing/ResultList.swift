/// The numbers of rows in order, and the version of each row.
struct ResultList: Sendable {
    var numbers: [Int64] = []
    var versions: [Int64] = []
}
