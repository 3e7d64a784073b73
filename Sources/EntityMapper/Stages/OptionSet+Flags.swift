extension OptionSet where Element == Self {
    /// Gets or sets a single flag.
    subscript(_ flag: Self) -> Bool {
        get { contains(flag) }
        set { if newValue { insert(flag) } else { remove(flag) } }
    }
}
