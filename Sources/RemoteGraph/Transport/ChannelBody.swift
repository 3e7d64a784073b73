/// The reading side of a channel, which ends the transfer when it is released.
package final class ChannelBody: ResponseBodySource {
    private let channel: ResponseChannel

    package init(_ channel: ResponseChannel) {
        self.channel = channel
    }

    deinit {
        channel.close()
    }

    package func nextChunk() async throws(TransportError) -> [UInt8]? {
        try await channel.nextChunk()
    }

    package var metrics: TransportMetrics? { channel.metrics }
}
