/** The exchange of a database under a master key, without its interfaces: for tests that start it several times. */
import { pino } from "pino";
import { readConfig } from "../../src/settings/config.ts";
import { createContext } from "../../src/context.ts";
import type { Context } from "../../src/context.ts";
import { PROJECTOR_LIMITS } from "../../src/store/projector/projector-limits.ts";
import type { ProjectorLimits } from "../../src/store/projector/projector-limits.ts";
import { machineClocks } from "./clocks.ts";

/** Runs `use` on the exchange of a database with this master key, and closes it. */
export async function withExchange<T>(
  databaseUrl: string,
  masterKey: string,
  use: (context: Context) => Promise<T>,
  tableLimits: ProjectorLimits = PROJECTOR_LIMITS,
): Promise<T> {
  const context = await createContext({
    config: readConfig(
      { PRESAGE_MODE: "sandbox", PRESAGE_MASTER_KEY: masterKey, PRESAGE_ADMIN_TOKEN: "ad".repeat(32) },
      [],
    ),
    log: pino({ level: "silent" }),
    clocks: machineClocks(),
    databaseUrl,
    tableLimits,
    onFailure: (error) => {
      throw error;
    },
  });
  try {
    return await use(context);
  } finally {
    await context.close();
  }
}
