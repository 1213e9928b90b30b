/**
 * Shows a page that says so when the exchange cannot be reached. Nothing else is kept: every page, script and answer
 * comes from the exchange, so that an update shows at once.
 */
const NAME = "offline";
const SHELL = "/offline.html";
const PARTS = ["/offline.css", "/offline.js"];

self.addEventListener("install", (event) => {
  const keep = async () => {
    const kept = await caches.open(NAME);
    await kept.addAll([SHELL, ...PARTS].map((path) => new Request(path, { cache: "reload" })));
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.mode === "navigate")
    event.respondWith(fetch(request).catch(() => caches.match(SHELL, { cacheName: NAME })));
  else if (PARTS.includes(pathname))
    event.respondWith(fetch(request).catch(() => caches.match(request, { cacheName: NAME })));
});
