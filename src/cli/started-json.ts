/** The line that `presage start --json` prints for programs: where the exchange is, or why it is not. */
import { join } from "node:path";
import type { Addresses } from "../http/interfaces.ts";
import { ADMIN_TOKEN } from "../store/server/data-directory.ts";
import { failureText } from "./failure-text.ts";
import type { OpenExchange } from "./open-exchange.ts";

/** Writes the addresses, and facts that a program needs to trade, to operate and to stop the exchange. */
export function startedJson({ context, directory, certificate }: OpenExchange, addresses: Addresses): string {
  const { adminToken, chainIds, domains } = context.config;
  const contracts = domains.map(({ id, venue, name, version, chainId, verifyingContract, negRisk }) => ({
    id,
    venue,
    name,
    version,
    chainId,
    address: verifyingContract,
    negRisk,
  }));
  return lineOf({
    ...addresses,
    pid: process.pid,
    dataDirectory: directory,
    // A token of the environment stands in no file.
    adminTokenFile: adminToken === undefined ? join(directory, ADMIN_TOKEN) : null,
    certificateFile: certificate?.file ?? null,
    chainIds,
    contracts,
  });
}

/** Writes the reason why an exchange did not start. */
export const failedJson = (error: unknown): string => lineOf({ error: failureText(error) });

const lineOf = (value: object): string => `${JSON.stringify(value)}\n`;
