import ObjectGraph

/// The names of classes that represent arrays or dictionaries.
///
/// The class of a transformable attribute can be given in Objective-C or Swift notation.
enum CollectionClass {
    private static let arrays: Set<String> = [
        "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet",
        "NSMutableOrderedSet", "NSCountedSet", "Array", "Set",
    ]
    private static let dictionaries: Set<String> = [
        "NSDictionary", "NSMutableDictionary", "Dictionary",
    ]

    /// Returns `array` or `dictionary`, or `nil` for any other class.
    static func type(of name: String) -> AttributeType? {
        let name = name.filter { $0 != " " }
        if name.first == "[" { return hasPairs(name) ? .dictionary : .array }
        // Reduces names such as `Swift.Array<Int>` and `NSArray<NSString*>*` to the class.
        let path = name.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        let base = path.split(separator: ".").last.map(String.init) ?? ""
        if arrays.contains(base) { return .array }
        return dictionaries.contains(base) ? .dictionary : nil
    }

    /// Tests for a colon at the outermost level: `[[String: Int]]` is an array of dictionaries.
    private static func hasPairs(_ name: String) -> Bool {
        var depth = 0
        for character in name {
            switch character {
            case "[", "<", "(": depth += 1
            case "]", ">", ")": depth -= 1
            case ":" where depth == 1: return true
            default: break
            }
        }
        return false
    }
}
