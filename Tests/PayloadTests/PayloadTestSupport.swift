import MercatorPayload

/// Returns the code of the error that parsing a payload throws, or `nil` if it succeeds.
func refusal(of text: String, options: PayloadOptions = PayloadOptions()) -> PayloadError.Code? {
    refusal(of: Array(text.utf8), options: options)
}

/// Returns the code of the error that parsing a payload throws, or `nil` if it succeeds.
func refusal(of bytes: [UInt8], options: PayloadOptions = PayloadOptions()) -> PayloadError.Code? {
    do {
        _ = try PayloadDocument(parsing: bytes, options: options)
        return nil
    } catch {
        return error.code
    }
}

/// A payload that covers the entire grammar.
let everything = #"""
    {"empty": [{}, [], "", 0], "text": "plain, \"quoted\", \\ \/ \b\f\n\r\t \u00e9\u20AC \uD83D\uDE00",
     "scripts": "Kovács Ωmega 日本語 😀 \u0000", "k\u0065y\n": null,
     "numbers": [-0, 7, -12.5, 0.1e+2, 3E-7, 18446744073709551615, 1e308],
     "truths": [true, false, null],
     "deep": [[[[{"a": {"b": {"c": [1, [2, [3]]]}}}]]]]}
    """#
