// `Mercator` is the module for clients. It re-exports payloads, object graphs, stores, mappings,
// imports and Xcode data models under one name.
@_exported public import ConnectionEvaluation
@_exported public import EntityMapper
@_exported public import HTTPValues
@_exported public import MappingConventions
@_exported public import MappingDiagnostics
@_exported public import MappingFiles
@_exported public import MercatorCore
@_exported public import MercatorPayload
@_exported public import ObjectGraph
@_exported public import ObjectGraphSQL
@_exported public import ObjectGraphSQLite
@_exported public import OrphanDetection
@_exported public import OutboxEntries
@_exported public import PayloadFormats
@_exported public import PlainValueMapping
@_exported public import RemoteGraph
@_exported public import RemoteOutbox
@_exported public import RemotePlanning
@_exported public import RepresentationWriting
@_exported public import ResourceMapping
@_exported public import StreamingImport
@_exported public import ValueTransforms
@_exported public import XcodeDataModel

#if canImport(Darwin)
    @_exported public import MercatorProgress
#endif
