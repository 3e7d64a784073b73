#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Date: PredicateArgument {}
extension Decimal: PredicateArgument {}
extension UUID: PredicateArgument {}
extension URL: PredicateArgument {}
extension Data: PredicateArgument {}
