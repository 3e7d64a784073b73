"""A Kinto server that keeps everything in memory; any user and password may make buckets."""

import kinto
import waitress

import serving

application = kinto.main(
    {},
    None,
    **{
        "kinto.storage_backend": "kinto.core.storage.memory",
        "kinto.permission_backend": "kinto.core.permission.memory",
        "kinto.cache_backend": "kinto.core.cache.memory",
        "kinto.userid_hmac_secret": "tests",
        "kinto.bucket_create_principals": "system.Authenticated",
        "kinto.paginate_by": "25",
        "multiauth.policies": "basicauth",
        "multiauth.policy.basicauth.use": (
            "kinto.core.authentication.BasicAuthAuthenticationPolicy"
        ),
    },
)
socket = serving.listener()
serving.end_with_input()
serving.announce(socket.getsockname()[1])
# One thread: a collection has no lock in memory.
waitress.serve(application, sockets=[socket], threads=1, _quiet=True)
