extension Int {
    /// Returns the number with a separator between groups of three digits: `12 345`.
    package func grouped(by separator: String = " ") -> String {
        let digits = String(magnitude)
        var result = self < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { result += separator }
            result.append(digit)
        }
        return result
    }
}
