// Tests start servers with the same code as benchmarks, which must not depend on `Testing`.
@_exported public import LocalPostgres
