#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// The processor cores of the machine.
package enum Cores {
    /// The number of cores that are online.
    package static let count = Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}
