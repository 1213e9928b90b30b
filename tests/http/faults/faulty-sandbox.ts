/** A listening sandbox with a quoted market, whose operator puts faults on the wire, and unmodified clients of it. */
import assert from "node:assert/strict";
import { Chain, ClobClient } from "@polymarket/clob-client-v2";
import { createWalletClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { polygon } from "viem/chains";
import { hashOf, testListing, tokenOf, walletOf } from "../../support/exchange.ts";
import { startListeningExchange } from "../listening-exchange.ts";
import type { ListeningExchange } from "../listening-exchange.ts";

export const TOKEN = tokenOf("rain yes");
export const CONDITION = hashOf("rain");
export const ADMIN_TOKEN = "ad".repeat(32);

export type FaultySandbox = ListeningExchange & {
  /** Sends a request to the operator API; gives its status and body. */
  operate(method: "GET" | "POST" | "DELETE", path: string, body?: unknown): Promise<OperatorReply>;
  /** Puts a preset in force; ends all that are in force first. */
  use(preset: string): Promise<void>;
  /**
   * Makes a client of the Polymarket dialect with the wallet of this name and its keys. By the client's own default a refusal is an
   * answer like others; here it throws unless that is asked for.
   */
  connect(name: string, throwOnError?: boolean): Promise<ClobClient>;
};

// Tests read answers of every shape, and a wrong shape fails the test that reads it.
// oxlint-disable-next-line typescript/no-explicit-any
export type OperatorReply = { readonly status: number; readonly body: any };

/** Starts it in a mode, with further settings; close it in `after`. */
export async function startFaultySandbox(
  mode = "sandbox",
  settings: Readonly<Record<string, string>> = {},
): Promise<FaultySandbox> {
  const exchange = await startListeningExchange({
    PRESAGE_MODE: mode,
    PRESAGE_POLYMARKET_PORTS: "0,0,0",
    ...settings,
  });
  await exchange.list(testListing([{ name: "rain" }]));
  await exchange.open(walletOf("maker"), "1000000");
  const { addresses } = exchange;
  const operate: FaultySandbox["operate"] = async (method, path, body) => {
    const response = await fetch(addresses.admin + path, {
      method,
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };
  return {
    ...exchange,
    operate,
    async use(preset) {
      await operate("DELETE", "/sandbox/faults");
      const { status, body } = await operate("POST", "/sandbox/faults", { preset });
      assert.equal(status, 200, JSON.stringify(body));
    },
    async connect(name, throwOnError = true) {
      assert(addresses.polymarket !== undefined);
      const account = privateKeyToAccount(`0x${hashOf(name).slice(2)}`);
      const signer = createWalletClient({ account, chain: polygon, transport: http() });
      const host = addresses.polymarket.trading;
      const asked = { host, chain: Chain.POLYGON, signer, useServerTime: true };
      const creds = await new ClobClient(asked).createOrDeriveApiKey();
      return new ClobClient({ ...asked, creds, throwOnError });
    },
  };
}
