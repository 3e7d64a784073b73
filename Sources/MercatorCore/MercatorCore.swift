// `MercatorCore` is the module for clients that map payloads into a graph in an SQLite file, and
// need neither a network nor other formats than JSON.
@_exported public import ConnectionEvaluation
@_exported public import EntityMapper
@_exported public import MercatorPayload
@_exported public import ObjectGraph
@_exported public import ObjectGraphSQL
@_exported public import ObjectGraphSQLite
@_exported public import OrphanDetection
@_exported public import ValueTransforms
