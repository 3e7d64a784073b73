import ObjectGraph

extension AttributeType {
    /// How the values of one type become values of a type that has them all.
    enum Widening {
        /// They are kept alike.
        case asIs
        /// A whole number becomes a floating-point number that equals it.
        case number
        /// A whole number becomes the digits of a decimal.
        case digits

        /// The value of a column under the wider type.
        func sql(_ column: String) -> String {
            switch self {
            case .asIs: column
            case .number: "CAST(\(column) AS REAL)"
            case .digits: "CAST(\(column) AS TEXT)"
            }
        }
    }

    /// The way to another type that has every value of this one; `nil` if it has not.
    func widening(to type: AttributeType) -> Widening? {
        switch (self, type) {
        case _ where self == type: .asIs
        case (.integer16, .integer32), (.integer16, .integer64), (.integer32, .integer64),
            (.float, .double), (.url, .string), (.uuid, .string):
            .asIs
        case (.integer16, .float), (.integer16, .double), (.integer32, .double): .number
        case (.integer16, .decimal), (.integer32, .decimal), (.integer64, .decimal): .digits
        default: nil
        }
    }
}
