/// What happens to keys at the top of a payload that no root path begins with.
///
/// ```swift
/// mappings.unknownRoots = .notice
/// // the payload: expected one of the root keys 'brands', 'products', found 'product'; did you mean
/// // 'products'?, at product (line 1, column 13)
/// ```
public enum UnknownRootPolicy: String, Sendable, Hashable, CaseIterable {
    /// Nothing: servers may say more than anybody wants to know.
    case ignore
    /// An issue tells of each.
    ///
    /// Nothing is left out because of it, and it fails no operation, whatever the failure policy. It
    /// counts as an issue: ``MappingResult/requireNoIssues()`` throws.
    ///
    /// Keys that paths from `@root` begin with, in mappings and in matchers, are known as well; what a
    /// closure reads is not. Payloads that are no object have no such keys.
    case notice
}
