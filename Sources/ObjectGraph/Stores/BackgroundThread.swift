import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// A thread beside the cooperative pool, for work that may wait for a lock or for the disk.
///
/// Work that is moved here stays in its task: it sees the task's cancellation and its local values.
/// A serial queue is what Dispatch gives a thread of its own, also while other threads are blocked.
final class BackgroundThread: TaskExecutor {
    private let queue = DispatchQueue(label: "Mercator.BackgroundThread")

    /// Runs a part of a task.
    func enqueue(_ job: consuming ExecutorJob) {
        // A queue takes copyable closures only. The job is run exactly once, as an executor has to,
        // and the closure keeps the executor alive until that is over.
        let job = UnownedJob(job)
        queue.async { [self] in
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    /// How many threads are worth having: one for each core, and two at least, so that one can map
    /// while another one waits for the disk.
    static var usefulCount: Int {
        min(8, max(2, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))))
    }
}
