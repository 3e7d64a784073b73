/// The observation of one request's result by one task.
///
/// The observation subscribes before it reads, so that no commit is missed: commits during the read
/// are recorded, and cause another read. No read precedes the request for the next changes, so
/// until then a commit costs no more than its record.
final class FetchObservation {
    private let question: Question
    private let signal: ChangeSignal<Pending>
    private let subscription: CommitSubscription
    private var foreign: ExternalChangeMonitor
    private var answer = ResultList()
    private var isFirst = true

    /// Subscribes to the commits that can affect the result.
    ///
    /// - Throws: ``StoreError`` with code `invalidRequest` if the request does not fit the model.
    init(
        _ request: FetchRequest, of model: ManagedObjectModel, _ backend: any StoreBackend,
        pollingEvery interval: Duration?
    ) throws(StoreError) {
        let request = try RowRequest(request, model)
        let dependencies = try RequestDependencies(request, model: model)
        let signal = ChangeSignal(Pending(dependencies))
        question = Question(
            request: request, backend: backend,
            entityName: model.layouts[model.layouts[request.entity].root].name)
        foreign = ExternalChangeMonitor(backend, every: interval)
        self.signal = signal
        subscription = backend.commits.add(for: model) { changes in
            signal.note { $0.note(changes) }
        }
    }

    /// Waits for changes and returns them; `nil` when the task is cancelled.
    func next() async throws(StoreError) -> ResultChanges? {
        if isFirst { _ = try await foreign.hasChanged() }
        while !Task.isCancelled {
            guard isFirst || signal.isRaised else {
                await signal.wait(atMost: foreign.interval)
                if try await foreign.hasChanged() { signal.note { _ in true } }
                continue
            }
            let linked = signal.take { $0.begin() }
            let (new, changes) = try await question.ask(after: answer, linked)
            signal.update { $0.end(members: new.numbers) }
            answer = new
            if (isFirst || !changes.isEmpty) && !Task.isCancelled {
                isFirst = false
                return changes
            }
        }
        return nil
    }

    /// The request, with the store that executes it.
    private struct Question: Sendable {
        let request: RowRequest
        let backend: any StoreBackend
        let entityName: String

        /// Reads the result and compares it with the previous one.
        ///
        /// The function does not run on the caller's actor, which may belong to a user interface.
        @concurrent
        func ask(
            after old: ResultList, _ linked: Set<Int64>
        ) async throws(StoreError) -> (ResultList, ResultChanges) {
            var new = ResultList()
            for row in try backend.makeReader().rows(matching: request) {
                new.numbers.append(row.number)
                new.versions.append(row.version)
            }
            let changes = ResultChanges(
                from: old, to: new, linked: linked, entityName: entityName)
            return (new, changes)
        }
    }

    /// The effects of commits since the result was read.
    private struct Pending: Sendable {
        private let dependencies: RequestDependencies
        /// The numbers in the result; `nil` while it is being read.
        private var members: Set<Int64>?
        /// Objects of the result with written links.
        private var linked: Set<Int64> = []

        init(_ dependencies: RequestDependencies) {
            self.dependencies = dependencies
        }

        /// Records a commit, and returns whether it may have changed the result.
        mutating func note(_ changes: ChangeSet) -> Bool {
            let linked = dependencies.linked(by: changes, members: members)
            self.linked.formUnion(linked)
            return !linked.isEmpty || dependencies.isTouched(by: changes, members: members)
        }

        mutating func begin() -> Set<Int64> {
            members = nil
            defer { linked = [] }
            return linked
        }

        mutating func end(members: [Int64]) {
            let members = Set(members)
            linked.formIntersection(members)
            self.members = members
        }
    }
}
