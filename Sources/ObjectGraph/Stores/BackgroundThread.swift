import Dispatch

/// A thread outside the cooperative pool, for work that may wait for a lock or for the disk.
///
/// Work that runs on it remains in its task, with the task's cancellation and task-local values.
/// Dispatch gives a serial queue a dedicated thread, even while other threads are blocked.
final class BackgroundThread: TaskExecutor {
    private let queue = DispatchQueue(label: "Mercator.BackgroundThread")

    /// Runs a job of a task.
    func enqueue(_ job: consuming ExecutorJob) {
        // Dispatch accepts only copyable closures. The job is run exactly once, as required of an
        // executor, and the closure retains the executor until then.
        let job = UnownedJob(job)
        queue.async { [self] in
            unsafe job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    /// The useful number of threads: the number of cores, but at least two and at most eight.
    ///
    /// With two threads, one can map while another waits for the disk.
    static var usefulCount: Int { min(8, max(2, Cores.count)) }
}
