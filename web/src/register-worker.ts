/** The service worker that shows a page without a connection. Browsers allow it on secure addresses and on this machine only. */

/**
 * Registers the worker after the page has loaded, so that it does not delay the first view. The page works without it as
 * well.
 */
export function registerWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  addEventListener("load", () => {
    void navigator.serviceWorker
      .register("/service-worker.js", { updateViaCache: "none" })
      .catch(() => undefined);
  });
}
