// What the thread sanitizer must report, and what it must not: known cases to judge its reports by.
//
//     race-control race      two threads add to one variable without a lock
//     race-control beside    one of them has a lock, the other one has not
//     race-control mutex     both have a Mutex, and wait for each other; this is correct
//     race-control handover  both have a lock of semaphores that is given in order; this is correct
import Dispatch
import Synchronization

final class Unguarded: @unchecked Sendable {
    var counts = [0]
    let mutex = Mutex(0)
    let turn = DispatchSemaphore(value: 1)
}

/// Does the work of two threads at the same time, each many times.
func onTwoThreads(_ work: [@Sendable () -> Void]) {
    let (arrived, begins, ended) = (
        DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    for (number, work) in work.enumerated() {
        DispatchQueue(label: "thread \(number)").async {
            arrived.signal()
            begins.wait()
            for _ in 0..<100_000 { work() }
            ended.signal()
        }
    }
    for _ in work { arrived.wait() }
    for _ in work { begins.signal() }
    for _ in work { ended.wait() }
}

let shared = Unguarded()
let add: @Sendable () -> Void = { shared.counts[0] += 1 }
let addLocked: @Sendable () -> Void = {
    shared.mutex.withLock { _ in shared.counts[0] += 1 }
}
let addInTurn: @Sendable () -> Void = {
    shared.turn.wait()
    shared.counts[0] += 1
    shared.turn.signal()
}
switch CommandLine.arguments.dropFirst().first {
case "race": onTwoThreads([add, add])
case "beside": onTwoThreads([addLocked, add])
case "mutex": onTwoThreads([addLocked, addLocked])
case "handover": onTwoThreads([addInTurn, addInTurn])
default: print("usage: race-control race|beside|mutex|handover")
}
