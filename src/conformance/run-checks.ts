/** The run of all checks against a server, in stages; a failure of one never ends the others. */
import type { OrderDomain } from "../signing/order-domain.ts";
import { Difference, NoAnswer, send, Unchecked } from "./answer.ts";
import type { AskServer } from "./answer.ts";
import { ALL_CHECKS } from "./checks/all-checks.ts";
import { STAGES } from "./check.ts";
import type { Check, Run } from "./check.ts";
import { DIALECT_TERMS } from "./dialect-terms.ts";
import type { DialectName } from "./dialect-terms.ts";
import type { InterfaceName } from "./endpoints.ts";
import { findMarket } from "./find-market.ts";
import { reportOf } from "./report.ts";
import type { CheckResult, Report } from "./report.ts";
import { openTrading } from "./trading.ts";
import type { Trading } from "./trading.ts";
import type { Wallet } from "./wallets.ts";

export type ServerUnderCheck = {
  /** Base addresses without a trailing slash. */
  readonly addresses: Readonly<Record<"trading", string>> & {
    readonly [Name in InterfaceName]?: string | undefined;
  };
  readonly dialect: DialectName;
  /** True where nothing may be placed. */
  readonly readOnly: boolean;
  /** The wallet that trades; without one, fresh wallets with a sandbox's first funds. */
  readonly wallet: Wallet | undefined;
  readonly domains: readonly OrderDomain[];
  readonly chainId: number;
  readonly timeoutMs: number;
};

/** Thrown where the trading interface gives no answer at all. */
export class CannotRun extends Error {}

/** Carries out all checks, cancels what was placed, and reports. */
export async function runChecks(server: ServerUnderCheck): Promise<Report> {
  const { addresses, timeoutMs } = server;
  const terms = DIALECT_TERMS[server.dialect];
  const ask: AskServer = (at, sent) => {
    const base = addresses[at];
    if (base === undefined) throw new Unchecked(`no address of the ${at} interface: give it with --${at}`);
    return send(base, sent, timeoutMs);
  };
  const market = await resolved(() => findMarket(ask));
  if (market.failed instanceof NoAnswer) throw new CannotRun(market.failed.message);
  const found = (): NonNullable<typeof market.value> => {
    if (market.value !== undefined) return market.value;
    throw new Unchecked("no market that accepts orders was found in the listings");
  };
  const trading = await resolved(() => {
    if (server.readOnly) throw new Unchecked("read-only: nothing is placed");
    const { wallet, domains, chainId } = server;
    return openTrading({
      send: (sent) => ask("trading", sent),
      terms,
      market: found(),
      wallet,
      domains,
      chainId,
    });
  });
  const run: Run = { terms, ask, market: found, trading: () => opened(trading) };
  const results: CheckResult[] = [];
  let left: readonly string[] = [];
  try {
    for (const stage of STAGES)
      for (const check of ALL_CHECKS) if (check.stage === stage) results.push(await resultOf(check, run));
  } finally {
    left = (await trading.value?.cleanUp()) ?? [];
  }
  return { ...reportOf(server.dialect, addresses, results), left };
}

type Resolved<T> = { readonly value?: T | undefined; readonly failed?: unknown };

async function resolved<T>(work: () => Promise<T>): Promise<Resolved<T>> {
  try {
    return { value: await work() };
  } catch (failed) {
    return { failed };
  }
}

function opened({ value, failed }: Resolved<Trading>): Trading {
  if (value !== undefined) return value;
  const why = failed instanceof Error ? failed.message : String(failed);
  throw failed instanceof Unchecked ? failed : new Unchecked(`no wallet could be opened: ${why}`);
}

async function resultOf(check: Check, run: Run): Promise<CheckResult> {
  const { endpoint, name } = check;
  try {
    await check.perform(run);
    return { endpoint, check: name, result: "pass" };
  } catch (error) {
    if (error instanceof Unchecked)
      return { endpoint, check: name, result: "skipped", reason: error.message };
    if (!(error instanceof Difference)) throw error;
    const { request, expected, got } = error;
    return { endpoint, check: name, result: "fail", request, expected, got };
  }
}
