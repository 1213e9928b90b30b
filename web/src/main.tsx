/** The entry point of the trading page. */
import { UnreachableError } from "./api/client.ts";
import { App } from "./pages/app.tsx";
import { startPage } from "./pages/start-page.tsx";

// Service worker that shows a page while offline. Browsers allow it on HTTPS and localhost only.

/**
 * Registers the worker after the page has loaded, so that the worker does not delay the first view. The page also works
 * without the worker.
 */
function registerWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  addEventListener("load", () => {
    void navigator.serviceWorker
      .register("/service-worker.js", { updateViaCache: "none" })
      .catch(() => undefined);
  });
}

startPage(<App />, {
  staleTime: 5_000,
  // A repeated request would be refused again, but an unreachable exchange may come back.
  retry: (failures, error) => error instanceof UnreachableError && failures < 2,
});

registerWorker();
