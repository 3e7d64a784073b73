import ObjectGraphSQL

/// The order of decimal numbers in their stored form: plain digits without redundant zeros.
enum DecimalOrder {
    /// Returns the order of two numbers: below zero, zero, or above zero.
    ///
    /// The result is below zero if the left number is less than the right number.
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
        // If both integer parts have the same length, the texts sort like the numbers.
        if left.elementsEqual(right) { return 0 }
        return left.lexicographicallyPrecedes(right) ? -1 : 1
    }
}
