import HTTPValues
import ObjectGraph
import RemotePlanning
import Synchronization

/// The requests of a manager that have not ended.
final class RunningRequests: Sendable {
    /// The equality of requests that are sent and mapped once.
    struct Key: Hashable, Sendable {
        let request: RequestKey
        let metadata: [String: Value]
        let headers: HeaderFields
        let purpose: RemotePurpose
        let target: ManagedObjectID?
        let credential: Credential?
        /// Indicates whether the response is a page, which its waiting tasks map.
        var isPage = false
    }

    private struct Running {
        let work: any RunningWork
        let key: Key?
        let request: RemoteRequest
    }

    private struct State {
        var count = 0
        var running: [Int: Running] = [:]
        var numbers: [Key: Int] = [:]
    }

    private let state = Mutex(State())

    /// Joins an equal request, or registers a new one, whose work is to be started.
    func join<Value: Sendable>(
        _ request: RemoteRequest, _ key: Key?
    ) -> (SharedWork<Value>, SharedWork<Value>.Ticket, number: Int, isNew: Bool) {
        state.withLock { state in
            if let key, let number = state.numbers[key],
                let work = state.running[number]?.work as? SharedWork<Value>,
                let ticket = work.join()
            {
                return (work, ticket, number, false)
            }
            state.count += 1
            let (work, ticket) = SharedWork<Value>.joined(endsWithWaiters: true)
            state.running[state.count] = Running(work: work, key: key, request: request)
            if let key { state.numbers[key] = state.count }
            return (work, ticket, state.count, true)
        }
    }

    /// The number of tasks that wait for responses.
    var waitingTaskCount: Int {
        state.withLock { $0.running.values.reduce(0) { $0 + $1.work.waitingCount } }
    }

    func remove(_ number: Int) {
        state.withLock { state in
            guard let key = state.running.removeValue(forKey: number)?.key,
                state.numbers[key] == number
            else { return }
            state.numbers[key] = nil
        }
    }

    /// The requests, in the order of their beginning.
    var requests: [RemoteRequest] {
        state.withLock { state in
            state.running.sorted { $0.key < $1.key }.map(\.value.request)
        }
    }

    /// Cancels the requests that meet a condition.
    func cancel(where condition: (RemoteRequest) -> Bool) {
        let works = state.withLock { state in
            state.running.values.filter { condition($0.request) }.map(\.work)
        }
        for work in works { work.cancel() }
    }
}
