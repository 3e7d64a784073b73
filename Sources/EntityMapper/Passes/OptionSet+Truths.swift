extension OptionSet where Element == Self {
    /// Gets or sets a single flag.
    subscript(_ truth: Self) -> Bool {
        get { contains(truth) }
        set { if newValue { insert(truth) } else { remove(truth) } }
    }
}
