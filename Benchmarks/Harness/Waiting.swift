import Dispatch
import Synchronization

/// Waits for asynchronous work on the main thread, which is not part of the cooperative pool.
enum Waiting {
    private final class Box<Value: Sendable>: Sendable {
        let value = Mutex<Result<Value, any Error>?>(nil)
    }

    static func result<Value: Sendable>(
        of work: @escaping @Sendable () async throws -> Value
    ) throws -> Value {
        let box = Box<Value>()
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
            let result: Result<Value, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            box.value.withLock { $0 = result }
            isDone.signal()
        }
        isDone.wait()
        guard let result = box.value.withLock({ $0 }) else {
            throw BenchmarkError("the work ended without a result")
        }
        return try result.get()
    }
}
