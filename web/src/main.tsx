/** The entry point of the trading page. */
import { App } from "./app.tsx";
import { Unreachable } from "./api/client.ts";
import { start } from "./start.tsx";

start(<App />, {
  staleTime: 5_000,
  // A refusal would repeat itself; an unreachable exchange may come back.
  retry: (failures, error) => error instanceof Unreachable && failures < 2,
});
