/** The worker that shows a page without a connection. Browsers have it at secure addresses and on this machine only. */

/** Registers it once the page stands, so that nothing of the first view waits. The page works without it as well. */
export function registerWorker(): void {
  if (!("serviceWorker" in navigator)) return;
  addEventListener("load", () => {
    void navigator.serviceWorker
      .register("/service-worker.js", { updateViaCache: "none" })
      .catch(() => undefined);
  });
}
