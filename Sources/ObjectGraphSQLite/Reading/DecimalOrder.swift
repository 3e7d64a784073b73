/// The order of decimal numbers in their stored form: plain digits without needless zeros.
enum DecimalOrder {
    /// Below, at or above zero as the left number is below, equal to or above the right one.
    static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int32 {
        let minus = UInt8(ascii: "-")
        switch (left.first == minus, right.first == minus) {
        case (false, true): return 1
        case (true, false): return -1
        case (false, false): return magnitude(left[...], right[...])
        case (true, true): return magnitude(right.dropFirst(), left.dropFirst())
        }
    }

    private static func magnitude(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int32 {
        let point = UInt8(ascii: ".")
        let leftWhole = left.prefix { $0 != point }.count
        let rightWhole = right.prefix { $0 != point }.count
        guard leftWhole == rightWhole else { return leftWhole < rightWhole ? -1 : 1 }
        // With whole parts of one length the texts, point and fraction included, sort like numbers.
        if left.elementsEqual(right) { return 0 }
        return left.lexicographicallyPrecedes(right) ? -1 : 1
    }
}
