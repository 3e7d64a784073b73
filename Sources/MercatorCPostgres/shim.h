/* Debian's package puts the header into a folder of its own. */
#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif

/* Swift cannot take variable or unused arguments of C: notices of the server are not printed. */
static inline void mercator_ignore_notice(void *context, const PGresult *notice) {}

static inline void mercator_ignore_notices(PGconn *connection) {
    PQsetNoticeReceiver(connection, mercator_ignore_notice, 0);
}

/* Results in parts of several rows, which libpq has since version 17; without it, of one row. */
#if defined(LIBPQ_HAS_CHUNK_MODE) && defined(__ELF__)
#pragma weak PQsetChunkedRowsMode
#endif

static inline int mercator_read_in_parts(PGconn *connection, int rows) {
#if defined(LIBPQ_HAS_CHUNK_MODE)
#if defined(__ELF__)
    if (PQsetChunkedRowsMode)
#endif
        return PQsetChunkedRowsMode(connection, rows);
#endif
    return PQsetSingleRowMode(connection);
}
