/// The treatment of top-level keys of a payload that are not the start of a root path.
///
/// ```swift
/// mappings.unknownRoots = .reportMisspelled
/// // the payload: expected one of the root keys 'brands', 'products', found 'product'; did you
/// // mean 'products'?, at product (line 1, column 13)
/// ```
///
/// A report skips nothing and does not make an operation fail, regardless of the failure policy. It
/// counts as an issue: ``MappingResult/requireNoIssues()`` throws.
///
/// Keys at the start of `@root` paths in mappings and matchers count as root keys; keys read by
/// closures do not. Payloads that are not objects have no top-level keys.
public enum UnknownRootPolicy: String, Sendable, Hashable, CaseIterable {
    /// Ignores unknown keys.
    case ignore
    /// Records an issue for each key that may be a misspelled root key.
    ///
    /// An example is `product` if there is a root key `products`.
    ///
    /// The key must be similar enough to a root key for a "did you mean" suggestion, and its value
    /// must be an object or an array, as records would be; `"page": 2` is therefore ignored even if
    /// there is a root key `pages`. Other keys, such as `statusCode` and `meta`, are ignored.
    case reportMisspelled
    /// Records an issue for each unknown key.
    case report
}
