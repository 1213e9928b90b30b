/** The entry point of the trading page. */
import { App } from "./app.tsx";
import { UnreachableError } from "./api/client.ts";
import { registerWorker } from "./register-worker.ts";
import { startPage } from "./start-page.tsx";

startPage(<App />, {
  staleTime: 5_000,
  // A retried refusal would be the same; an unreachable exchange may come back.
  retry: (failures, error) => error instanceof UnreachableError && failures < 2,
});

registerWorker();
