"""A server of articles and authors with Django REST framework.

The first component of each path names a space, which has objects of its own, so that tests do not
disturb each other.
"""

import secrets

import django
import waitress
from django.conf import settings

import serving

place = serving.folder()
settings.configure(
    # Errors of this file are answered as text.
    DEBUG=True,
    SECRET_KEY=secrets.token_hex(),
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=["rest_framework"],
    MIDDLEWARE=["django.middleware.common.CommonMiddleware"],
    USE_TZ=True,
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": place + "/library.sqlite",
            "ATOMIC_REQUESTS": True,
            "OPTIONS": {
                "timeout": 60,
                "transaction_mode": "IMMEDIATE",
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF",
            },
        }
    },
    REST_FRAMEWORK={
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
        "DEFAULT_AUTHENTICATION_CLASSES": [],
        "DEFAULT_PERMISSION_CLASSES": [],
        "DEFAULT_THROTTLE_RATES": {"few": "5/sec"},
        "UNAUTHENTICATED_USER": None,
    },
)
django.setup()

from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import connection, models  # noqa: E402
from django.http import HttpResponse, StreamingHttpResponse  # noqa: E402
from django.urls import include, path  # noqa: E402
from django.utils.decorators import method_decorator  # noqa: E402
from django.views.decorators.http import condition  # noqa: E402
from rest_framework import authentication, exceptions, generics, pagination  # noqa: E402
from rest_framework import response, routers, serializers, throttling, views, viewsets  # noqa: E402


class Author(models.Model):
    space = models.CharField(max_length=40, db_index=True)
    name = models.CharField(max_length=40)

    class Meta:
        app_label = "library"


class Article(models.Model):
    space = models.CharField(max_length=40, db_index=True)
    title = models.CharField(max_length=40)
    rating = models.IntegerField(null=True, blank=True)
    author = models.ForeignKey(Author, null=True, blank=True, on_delete=models.CASCADE)
    version = models.IntegerField(default=1)

    class Meta:
        app_label = "library"


class Answer(models.Model):
    """The first answer to an idempotency key."""

    key = models.CharField(max_length=100, primary_key=True)
    article = models.ForeignKey(Article, on_delete=models.CASCADE)

    class Meta:
        app_label = "library"


with connection.schema_editor() as editor:
    for model in (Author, Article, Answer):
        editor.create_model(model)


class AuthorSerializer(serializers.ModelSerializer):
    class Meta:
        model = Author
        fields = ["id", "name"]


class ArticleSerializer(serializers.ModelSerializer):
    class Meta:
        model = Article
        fields = ["id", "title", "rating", "author"]


class Pages(pagination.PageNumberPagination):
    page_size = 25


class Offsets(pagination.LimitOffsetPagination):
    # Less than clients ask for.
    default_limit = max_limit = 20


class Cursors(pagination.CursorPagination):
    page_size = 25
    ordering = "id"


def tag(request, space, pk=None, **others):
    """The entity tag of an article, or of a list."""
    if pk is not None:
        article = Article.objects.filter(space=space, pk=pk).first()
        return article and f'"{article.version}"'
    sums = Article.objects.filter(space=space).aggregate(
        count=models.Count("id"), versions=models.Sum("version"), last=models.Max("id")
    )
    return '"%s-%s-%s"' % tuple(sums.values())


class InSpace:
    """The objects of the space of a request."""

    def get_queryset(self):
        author = {"author": self.kwargs["author"]} if "author" in self.kwargs else {}
        return self.queryset.filter(space=self.kwargs["space"], **author).order_by("id")


class Authors(InSpace, viewsets.ModelViewSet):
    queryset = Author.objects
    serializer_class = AuthorSerializer
    pagination_class = Pages

    def perform_create(self, serializer):
        serializer.save(space=self.kwargs["space"])


@method_decorator(condition(etag_func=tag), "dispatch")
class Articles(InSpace, viewsets.ModelViewSet):
    queryset = Article.objects
    serializer_class = ArticleSerializer
    pagination_class = Pages

    def create(self, request, *arguments, **names):
        key = request.headers.get("Idempotency-Key")
        known = key and Answer.objects.filter(key=key).first()
        if known:
            return response.Response(self.get_serializer(known.article).data, 201)
        answer = super().create(request, *arguments, **names)
        if key:
            Answer.objects.create(key=key, article_id=answer.data["id"])
        if "cut" in request.GET:
            return cut(answer)
        return answer

    def perform_create(self, serializer):
        serializer.save(space=self.kwargs["space"])

    def perform_update(self, serializer):
        article = serializer.save(version=serializer.instance.version + 1)
        self.headers["ETag"] = f'"{article.version}"'


def cut(answer):
    """An answer that ends before its announced length, by which the connection ends."""
    result = StreamingHttpResponse([b'{"id": '], status=answer.status_code)
    result["Content-Type"] = "application/json"
    result["Content-Length"] = "100"
    return result


class ArticlesByOffset(InSpace, generics.ListAPIView):
    queryset = Article.objects
    serializer_class = ArticleSerializer
    pagination_class = Offsets


class ArticlesByCursor(ArticlesByOffset):
    pagination_class = Cursors


class ArticlesOfAuthor(ArticlesByOffset):
    pagination_class = None


class Throttle(throttling.SimpleRateThrottle):
    scope = "few"

    def get_cache_key(self, request, view):
        return view.kwargs["space"]


class ThrottledArticles(ArticlesByOffset):
    throttle_classes = [Throttle]


# The valid tokens by space; a new one replaces the one before.
tokens = {}


class BearerAuthentication(authentication.BaseAuthentication):
    def authenticate(self, request):
        space = request.parser_context["kwargs"]["space"]
        if request.headers.get("Authorization") != f"Bearer {tokens.get(space)}":
            raise exceptions.AuthenticationFailed("The token is not valid.")
        return ("anna", None)

    def authenticate_header(self, request):
        return 'Bearer realm="library"'


class PrivateArticles(ArticlesByOffset):
    authentication_classes = [BearerAuthentication]


class Tokens(views.APIView):
    def post(self, request, space):
        tokens[space] = secrets.token_hex(8)
        return response.Response({"token": tokens[space]}, 201)


class Seeds(views.APIView):
    """Articles for a test, without their representations."""

    def post(self, request, space):
        Article.objects.bulk_create(
            Article(space=space, title=f"Article {number}") for number in range(request.data["count"])
        )
        return response.Response(status=204)


def credit(request, space):
    """A problem with an extension; RFC 9457."""
    return HttpResponse(
        '{"type": "https://example.com/no-credit", "title": "No credit", "status": 409, '
        '"detail": "The balance is 30, the price is 50.", "instance": "/accounts/7", "balance": 30}',
        "application/problem+json",
        409,
    )


router = routers.DefaultRouter()
router.register("articles", Articles)
router.register("authors", Authors)
urlpatterns = [
    path(
        "<space>/",
        include(
            [
                path("articles/credit/", credit),
                path("", include(router.urls)),
                path("authors/<int:author>/articles/", ArticlesOfAuthor.as_view()),
                path("by-offset/", ArticlesByOffset.as_view()),
                path("by-cursor/", ArticlesByCursor.as_view()),
                path("throttled/", ThrottledArticles.as_view()),
                path("private/", PrivateArticles.as_view()),
                path("tokens/", Tokens.as_view()),
                path("seeds/", Seeds.as_view()),
            ]
        ),
    )
]

socket = serving.listener()
serving.end_with_input(place)
serving.announce(socket.getsockname()[1])
waitress.serve(get_wsgi_application(), sockets=[socket], threads=8, _quiet=True)
