import Dispatch
import ObjectGraph
import TestSupport
import Testing

@Suite("A lock that is given in order", .endsInTime)
struct FairMutexTests {
    private struct Refusal: Error {}

    /// Runs work on a thread of its own.
    private func start(_ work: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "FairMutexTests").async(execute: work)
    }

    /// Holds a lock on another thread until the semaphore is signalled.
    private func hold(_ mutex: FairMutex<[Int]>, until isOpen: DispatchSemaphore) async {
        let (reached, reach) = AsyncStream<Void>.makeStream()
        start {
            mutex.withLock { list in
                reach.yield()
                isOpen.wait()
                list.append(0)
            }
        }
        for await _ in reached { break }
    }

    @Test(arguments: [1, 2, 40])
    func `requests are granted in order`(count: Int) async {
        let mutex = FairMutex<[Int]>([])
        let isOpen = DispatchSemaphore(value: 0)
        let (ended, end) = AsyncStream<Int>.makeStream()
        await hold(mutex, until: isOpen)
        for number in 1...count {
            start {
                mutex.withLock { $0.append(number) }
                end.yield(number)
            }
            while mutex.waitingCount < number { await Task.yield() }
        }
        isOpen.signal()
        var endings = 0
        for await _ in ended {
            endings += 1
            if endings == count { break }
        }
        #expect(mutex.withLock { $0 } == Array(0...count))
        #expect(mutex.waitingCount == 0)
    }

    @Test(arguments: 1...20)
    func `a thread that releases it and asks again waits behind the others`(round: Int) async {
        let mutex = FairMutex<[Int]>([])
        let isOpen = DispatchSemaphore(value: 0)
        let (steps, step) = AsyncStream<Void>.makeStream()
        start {
            mutex.withLock { list in
                step.yield()
                isOpen.wait()
                list.append(0)
            }
            mutex.withLock { $0.append(2) }
            step.yield()
        }
        var iterator = steps.makeAsyncIterator()
        await iterator.next()
        start {
            mutex.withLock { $0.append(1) }
            step.yield()
        }
        while mutex.waitingCount < 1 { await Task.yield() }
        isOpen.signal()
        for _ in 0..<2 { await iterator.next() }
        #expect(mutex.withLock { $0 } == [0, 1, 2])
    }

    @Test func `it is not available while it is held`() async {
        let mutex = FairMutex<[Int]>([])
        let isOpen = DispatchSemaphore(value: 0)
        await hold(mutex, until: isOpen)
        #expect(mutex.withLockIfAvailable { $0.count } == nil)
        isOpen.signal()
        #expect(mutex.withLock { $0 } == [0])
        #expect(mutex.withLockIfAvailable { $0.count } == 1)
        #expect(mutex.withLockOutOfTurn { $0.count } == 1)
    }

    @Test func `an error hands it on`() {
        let mutex = FairMutex<[Int]>([])
        #expect(throws: Refusal.self) {
            try mutex.withLock { list throws(Refusal) in
                list.append(1)
                throw Refusal()
            }
        }
        #expect(mutex.withLock { $0 } == [1])
    }

    @Test func `many threads lose no step`() async {
        let mutex = FairMutex<[Int]>([0])
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<500 { mutex.withLock { $0[0] += 1 } }
                }
            }
        }
        #expect(mutex.withLock { $0 } == [4000])
    }
}
