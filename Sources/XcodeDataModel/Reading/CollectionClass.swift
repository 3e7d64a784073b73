import ObjectGraph

/// The names of classes whose objects are lists or named values.
///
/// Xcode lets one write the class of a transformable attribute in Objective-C and in Swift.
enum CollectionClass {
    private static let arrays: Set<String> = [
        "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet",
        "NSMutableOrderedSet", "NSCountedSet", "Array", "Set",
    ]
    private static let dictionaries: Set<String> = [
        "NSDictionary", "NSMutableDictionary", "Dictionary",
    ]

    /// Array or dictionary, or `nil` for the name of any other class.
    static func type(of name: String) -> AttributeType? {
        let name = name.filter { $0 != " " }
        if name.first == "[" { return hasPairs(name) ? .dictionary : .array }
        // `Swift.Array<Int>` and `NSArray<NSString*>*` are an array.
        let path = name.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        let base = path.split(separator: ".").last.map(String.init) ?? ""
        if arrays.contains(base) { return .array }
        return dictionaries.contains(base) ? .dictionary : nil
    }

    /// Whether a colon is in the outermost brackets: `[[String: Int]]` is an array of dictionaries.
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
