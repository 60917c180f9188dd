"""Figures about requests: how many, how they ended, how long they took."""

import time

from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from bythebook.house.log.outages import Outage

BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Metrics:
    """The figures of one application."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._away = self._gauge("log_away", "1 while the log cannot be written")
        self._outages = self._gauge("outages", "How often it could not")
        self._outage_seconds = self._gauge("outage_seconds", "For how long, all in all")
        self.requests = Counter(
            "bythebook_requests",
            "Requests answered, by route and status",
            ("method", "route", "status"),
            registry=self.registry,
        )
        self.seconds = Histogram(
            "bythebook_request_seconds",
            "How long answers took, by route",
            ("method", "route"),
            buckets=BUCKETS,
            registry=self.registry,
        )

    def _gauge(self, name: str, says: str) -> Gauge:
        return Gauge(f"bythebook_{name}", says, registry=self.registry)

    def tell_of(self, outage: Outage) -> None:
        """What is to be said of the log now."""
        self._away.set(bool(outage.reason))
        self._outages.set(outage.count)
        self._outage_seconds.set(outage.seconds)


class Measured(ASGIMiddleware):
    """Counts every request that reached a route."""

    scopes = (ScopeType.HTTP,)

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        began = time.perf_counter()
        # By the pattern of the path, not the path: whoever asks must not make up series.
        route, method = str(scope.get("path_template", "")), str(scope.get("method"))

        async def counting(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._metrics.requests.labels(method, route, str(message["status"])).inc()
            await send(message)

        try:
            await next_app(scope, receive, counting)
        finally:
            self._metrics.seconds.labels(method, route).observe(time.perf_counter() - began)
