/// What happens to keys at the top of a payload that no root path begins with.
///
/// ```swift
/// mappings.unknownRoots = .reportMisspelled
/// // the payload: expected one of the root keys 'brands', 'products', found 'product'; did you mean
/// // 'products'?, at product (line 1, column 13)
/// ```
///
/// A report leaves nothing out, and fails no operation, whatever the failure policy. It counts as an
/// issue: ``MappingResult/requireNoIssues()`` throws.
///
/// Keys that paths from `@root` begin with, in mappings and in matchers, are known as well; what a
/// closure reads is not. Payloads that are no object have no such keys.
public enum UnknownRootPolicy: String, Sendable, Hashable, CaseIterable {
    /// Nothing: servers may say more than anybody wants to know.
    case ignore
    /// An issue tells of each that may be a root key misspelt: `product` where `products` is known.
    ///
    /// It must be near a root key, as every "did you mean" is, and have an object or an array, as
    /// records would be: not `"page": 2` where `pages` are known. Others, such as `statusCode` and
    /// `meta`, are ignored.
    case reportMisspelled
    /// An issue tells of each.
    case report
}
