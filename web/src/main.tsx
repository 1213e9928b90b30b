/** The trading page. */
import { App } from "./app.tsx";
import { Unreachable } from "./api/client.ts";
import { start } from "./start.tsx";

start(<App />, {
  staleTime: 5_000,
  // What was refused is refused again; who cannot be reached may come back.
  retry: (failures, error) => error instanceof Unreachable && failures < 2,
});
