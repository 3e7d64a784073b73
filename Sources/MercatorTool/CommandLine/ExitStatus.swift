/// The exit status of the process.
enum ExitStatus: Int32 {
    case success = 0
    /// The command was valid but could not be completed.
    case failure = 1
    /// A check, such as `infer --check`, has found a difference.
    case different = 2
    /// The import was saved, but records have replaced each other's list elements or many values.
    case incomplete = 3
    /// The command line was invalid: `EX_USAGE` of `sysexits.h`.
    case usage = 64
}
