import MercatorPayload

/// Detects the header of rows: the first of several arrays of equal length names the columns (R5).
struct RowHeader {
    /// The minimum number of rows.
    private static let fewestRows = 3

    private(set) var columns: [[UInt8]] = []
    private var rows = 0
    private var isBroken = false
    /// Indicates whether a later row has a value other than a text.
    private var hasOtherKind = false

    /// Adds a document, or the elements of a document that is an array.
    mutating func add(_ document: Int, _ tape: PayloadTape, isLine: Bool) {
        guard !isBroken else { return }
        guard !isLine else { return add(row: document, tape) }
        guard tape.isArray(at: document) else { return isBroken = true }
        var element = tape.firstChild(of: document)
        while element < tape.end(of: document), !isBroken {
            add(row: element, tape)
            element = tape.next(after: element)
        }
    }

    private mutating func add(row: Int, _ tape: PayloadTape) {
        rows += 1
        guard tape.isArray(at: row) else { return isBroken = true }
        guard rows > 1 else { return begin(row, tape) }
        guard tape.count(at: row) == columns.count else { return isBroken = true }
        guard !hasOtherKind else { return }
        var element = tape.firstChild(of: row)
        while element < tape.end(of: row) {
            if !tape.isString(at: element), !tape.isNull(at: element) { hasOtherKind = true }
            element = tape.next(after: element)
        }
    }

    private mutating func begin(_ row: Int, _ tape: PayloadTape) {
        var element = tape.firstChild(of: row)
        while element < tape.end(of: row) {
            guard tape.isString(at: element), tape.textLength(at: element) > 0 else { break }
            columns.append(Array(tape.text(at: element)))
            element = tape.next(after: element)
        }
        isBroken =
            columns.isEmpty || columns.count < tape.count(at: row)
            || Set(columns).count < columns.count
    }

    /// Indicates whether the first row is a header.
    var isFound: Bool { !isBroken && hasOtherKind && rows >= Self.fewestRows }
}
