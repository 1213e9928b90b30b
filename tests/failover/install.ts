/** Makes a thread ready for the simulation of fail-overs: the database's library and the timers are replaced in it. */
import { registerHooks } from "node:module";
import { replaceTimers } from "./world.ts";

const PG = new URL("pg.ts", import.meta.url).href;

/** Call it before the modules of the exchange are loaded. */
export function installFailover(): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === "pg" ? { url: PG, shortCircuit: true } : next(specifier, context),
  });
  replaceTimers();
}
