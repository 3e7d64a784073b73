extension OptionSet where Element == Self {
    /// Whether something holds, for truths that share a byte.
    subscript(_ truth: Self) -> Bool {
        get { contains(truth) }
        set { if newValue { insert(truth) } else { remove(truth) } }
    }
}
