import EntityMapper
import Synchronization

/// Records the events of an operation by record.
final class MappingRecorder: MappingObserver {
    private let state = Mutex(MappingRecording())

    var recording: MappingRecording { state.withLock { $0 } }

    func mappingOperation(didObserve event: MappingEvent) {
        state.withLock { recording in
            // An operation that encounters a conflict starts over.
            if event.kind == .willMap { recording = MappingRecording() }
            recording.note(event)
        }
    }
}
