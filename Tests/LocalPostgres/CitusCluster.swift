import Foundation

/// A coordinator and two workers with Citus, which reach each other through their sockets.
///
/// A trigger of the coordinator makes each new table a reference table, of which each node has a
/// copy.
package final class CitusCluster: Sendable {
    /// The servers, the coordinator first.
    package let nodes: [PostgresTestServer]

    /// The connection string of the coordinator.
    package var connectionString: String { nodes[0].connectionString }

    /// Starts three servers, and makes them nodes of one cluster.
    ///
    /// - Throws: `PostgresTestServer.Failure` without Citus, or with the log of a server.
    package init() throws {
        guard let installation = PostgresInstallation.withCitus() else {
            throw PostgresTestServer.Failure(description: "no Citus: run .ci/servers")
        }
        let nodes = try (0..<3).map { _ in
            try PostgresTestServer(
                settings: [
                    "shared_preload_libraries = 'citus'", "max_prepared_transactions = 120",
                    // Citus replaces the code of a deadlock while an error is logged.
                    "log_min_messages = error",
                ],
                installation: installation)
        }
        self.nodes = nodes
        for node in nodes { try node.run(Self.psql, "CREATE EXTENSION citus") }
        try nodes[0].run(Self.psql, "SELECT citus_set_coordinator_host('\(nodes[0].folder)', 5432)")
        for node in nodes.dropFirst() {
            try nodes[0].run(Self.psql, "SELECT citus_add_node('\(node.folder)', 5432)")
        }
        try nodes[0].run(Self.psql, Self.trigger)
    }

    /// Stops all servers; nothing happens the second time.
    package func stop() {
        for node in nodes { node.stop() }
    }

    private static let psql =
        #""$2/psql" -v ON_ERROR_STOP=1 -q -h "$1" -U mercator -d postgres -c "$3""#

    /// The statements that make a trigger for new tables.
    ///
    /// The copies of a table on a node are tables as well, whose names end with a number. The table
    /// of the turn is only locked, without waiting, which only a local table reports as such.
    private static let trigger = """
        CREATE FUNCTION public.refer() RETURNS event_trigger LANGUAGE plpgsql AS '
        DECLARE made record;
        BEGIN
            FOR made IN SELECT objid FROM pg_event_trigger_ddl_commands()
                JOIN pg_class ON pg_class.oid = objid
                WHERE relkind = ''r'' AND relpersistence = ''p'' AND relname <> ''mercator_turn''
                    AND relname !~ ''_[0-9]{6,}$''
            LOOP
                PERFORM create_reference_table(made.objid::regclass);
            END LOOP;
        END';
        CREATE EVENT TRIGGER refer ON ddl_command_end WHEN TAG IN ('CREATE TABLE')
            EXECUTE FUNCTION public.refer()
        """
}

/// The cluster of this process.
extension CitusCluster {
    /// Indicates whether tests can use a cluster, or must.
    package static let isUsable =
        PostgresInstallation.withCitus() != nil
        || ProcessInfo.processInfo.environment["MERCATOR_REQUIRE_CITUS"] == "1"

    private static let started = Result { () throws -> CitusCluster in
        let cluster = try CitusCluster()
        atexit { CitusCluster.stopShared() }
        return cluster
    }

    private static func stopShared() { try? started.get().stop() }

    /// Returns the cluster of this process, which is started by the first test that needs it.
    package static func shared() throws -> CitusCluster { try started.get() }
}
