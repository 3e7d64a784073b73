import Dispatch
import ObjectGraph
import Synchronization
import TestSupport
import Testing

@Suite("A gate for commits", .endsInTime)
struct CommitGateTests {
    /// Runs work on a thread of its own.
    private func start(_ work: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "CommitGateTests").async(execute: work)
    }

    private func waitUntil(_ gate: CommitGate, hasWaiting count: Int) async {
        while gate.waitingCount < count { await Task.yield() }
    }

    @Test func `commits run beside each other`() {
        let gate = CommitGate()
        let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        start {
            gate.admit {
                second.signal()
                first.wait()
            }
        }
        gate.admit {
            second.wait()
            first.signal()
        }
        #expect(gate.waitingCount == 0)
    }

    @Test func `an exclusive unit waits for commits, and later commits wait for it`() async {
        // Between two steps, all other tests may have their turns.
        let gate = CommitGate(patience: .never)
        let steps = Mutex<[String]>([])
        let (isOpen, done) = (DispatchSemaphore(value: 0), DispatchGroup())
        @Sendable func note(_ step: String) { steps.withLock { $0.append(step) } }
        let (begun, begin) = AsyncStream<Void>.makeStream()
        start {
            gate.admit {
                begin.yield()
                isOpen.wait()
                note("commit")
            }
        }
        for await _ in begun { break }
        for (number, name) in ["unit", "later", "unit", "last"].enumerated() {
            done.enter()
            start {
                if name == "unit" { gate.exclude { gate.admit { note(name) } } }
                if name != "unit" { gate.admit { note(name) } }
                done.leave()
            }
            await waitUntil(gate, hasWaiting: number + 1)
        }
        isOpen.signal()
        await withCheckedContinuation { continuation in
            done.notify(queue: .global()) { continuation.resume() }
        }
        #expect(steps.withLock { $0 } == ["commit", "unit", "later", "unit", "last"])
    }

    @Test func `units that wait for each other end`() async {
        let gates = [1, 2].map { _ in CommitGate(patience: .milliseconds(50)) }
        let both = DispatchGroup()
        both.enter()
        both.enter()
        await withTaskGroup { group in
            for number in 0...1 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        start {
                            gates[number].exclude {
                                both.leave()
                                both.wait()
                                gates[1 - number].admit {}
                            }
                            continuation.resume()
                        }
                    }
                }
            }
        }
        // Both gates are open again.
        for gate in gates { gate.exclude {} }
        #expect(gates.map(\.waitingCount) == [0, 0])
    }

    @Test func `a thread that has waited long enough does not keep the next from entering`() async {
        let gate = CommitGate(patience: .milliseconds(50))
        let isOpen = DispatchSemaphore(value: 0)
        let (begun, begin) = AsyncStream<Void>.makeStream()
        start {
            gate.admit {
                begin.yield()
                isOpen.wait()
            }
        }
        for await _ in begun { break }
        // It waits for the commit, in vain, and its own commit is not counted twice.
        gate.exclude {}
        gate.admit {}
        isOpen.signal()
        gate.exclude { #expect(gate.waitingCount == 0) }
    }
}
