/** An exchange for tests that listens as `presage start` does: every address, on any free port. */
import type { Addresses } from "../../src/http/mounts/interfaces.ts";
import type { Log } from "../../src/base/log-event.ts";
import { listen } from "../../src/serve.ts";
import type { ServedCertificate } from "../../src/tls/certificate.ts";
import { noResidents } from "../support/no-residents.ts";
import { startTestExchange } from "../support/exchange.ts";
import type { TestExchange } from "../support/exchange.ts";

const ANY_PORTS = {
  PRESAGE_PORT: "0",
  PRESAGE_TRADING_PORT: "0",
  PRESAGE_DATA_PORT: "0",
  PRESAGE_CATALOG_PORT: "0",
  PRESAGE_ADMIN_PORT: "0",
  PRESAGE_POLYMARKET_PORTS: "0,0,0",
  PRESAGE_KUEST_PORTS: "0,0,0",
};

/** An exchange with addresses; a test sends its requests to these. */
export type ListeningExchange = Omit<TestExchange, "url" | "get" | "post" | "send"> & {
  readonly addresses: Addresses;
};

/**
 * Starts an exchange with nothing listed. `settings` are those that differ from a sandbox's; with a certificate it speaks
 * TLS. Close it in `after`.
 */
export async function startListeningExchange(
  settings: Readonly<Record<string, string>> = {},
  log?: Log,
  certificate?: ServedCertificate,
): Promise<ListeningExchange> {
  const exchange = await startTestExchange({ endpoints: [], settings: { ...ANY_PORTS, ...settings } });
  try {
    const context = log === undefined ? exchange.context : { ...exchange.context, log };
    const { addresses, close: stopListening } = await listen(context, certificate, noResidents());
    const close = async (): Promise<void> => {
      await stopListening();
      await exchange.close();
    };
    return { ...exchange, addresses, close };
  } catch (error) {
    await exchange.close();
    throw error;
  }
}
