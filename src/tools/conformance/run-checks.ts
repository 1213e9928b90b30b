/** Runs all checks against a server, in stages; a failed check never stops the others. */
import type { MarketVersion } from "../../core/markets/market-version.ts";
import type { OrderDomain } from "../../signing/orders/order-domain.ts";
import { answerOrUndefined, Difference, NoAnswer, NotOffered, send, Unchecked } from "./shape/answer.ts";
import type { AskServer } from "./shape/answer.ts";
import { createChannels, STAGES } from "./channels.ts";
import type { Channels } from "./channels.ts";
import { ALL_CHECKS } from "./checks/all-checks.ts";
import type { Check, CheckResult, Report, Run } from "./check.ts";
import { DIALECT_RULES } from "./dialect-rules.ts";
import type { DialectName } from "./dialect-rules.ts";
import type { InterfaceName } from "./endpoints.ts";
import type { Clock } from "./shape/expected.ts";
import { findAgreedMarket, findAgreedValue, readMarketViews } from "./facts.ts";
import type { View } from "./facts.ts";
import { findMarket } from "./find-market.ts";
import { buildReport } from "./check.ts";
import { openTrading } from "./trading.ts";
import type { Trading } from "./trading.ts";
import type { Wallet } from "./wallets.ts";

export type ServerUnderCheck = {
  /** Base addresses without a trailing slash. */
  readonly addresses: Readonly<Record<"trading", string>> & {
    /** Addresses of further interfaces; the live channels' default is the trading interface's address. */
    readonly [Name in InterfaceName | "channels"]?: string | undefined;
  };
  readonly dialect: DialectName;
  /** True if orders must not be placed. */
  readonly readOnly: boolean;
  /** Wallet that trades; `undefined` creates fresh wallets, with a sandbox's first funds. */
  readonly wallet: Wallet | undefined;
  readonly domains: readonly OrderDomain[];
  readonly chainId: number;
  /** Version of the market to check; any if absent. */
  readonly marketVersion?: MarketVersion | undefined;
  readonly timeoutMs: number;
};

/** Thrown if the trading interface gives no answer at all. */
export class CannotRun extends Error {}

/** Makes all checks, cancels all orders, and reports. */
export async function runChecks(server: ServerUnderCheck): Promise<Report> {
  const { addresses, timeoutMs } = server;
  const terms = DIALECT_RULES[server.dialect];
  const ask: AskServer = (at, sent) => {
    const base = addresses[at];
    if (base === undefined) throw new Unchecked(`no address of the ${at} interface: give it with --${at}`);
    return send(base, sent, timeoutMs);
  };
  const clock = await readClock(ask);
  let views: readonly View[] = [];
  const market = await resolved(async () => {
    const listed = await findMarket(ask, server.marketVersion);
    if (listed !== undefined) views = await readMarketViews(ask, listed);
    return listed && findAgreedMarket(listed, views);
  });
  if (market.failed instanceof NoAnswer) throw new CannotRun(market.failed.message);
  const found = (): NonNullable<typeof market.value> => {
    if (market.value !== undefined) return market.value;
    const { marketVersion: version } = server;
    const which = version === undefined ? "market" : `market of version ${version}`;
    throw new Unchecked(`no ${which} that accepts orders was found in the listings`);
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
  const channels = openRunChannels(server);
  const fact = (name: string): string | undefined => findAgreedValue(views, name);
  const run: Run = { terms, ask, market: found, trading: () => getTrading(trading), channels, clock, fact };
  let results: readonly CheckResult[] = [];
  let left: readonly string[] = [];
  try {
    results = await runAllChecks(run);
  } finally {
    channels.close();
    left = (await trading.value?.cleanUp()) ?? [];
  }
  return { ...buildReport(server.dialect, addresses, results), left };
}

/** Reads the server's clock; uses the local one if the server does not give it. */
async function readClock(ask: AskServer): Promise<Clock> {
  const own = (): number => Date.now() / 1000;
  const told = await answerOrUndefined(ask("trading", { path: "/time" }));
  const late = typeof told?.json === "number" ? told.json - own() : 0;
  const now = (): number => own() + late;
  return { start: now(), now };
}

const openRunChannels = ({ addresses, timeoutMs }: ServerUnderCheck): Channels =>
  createChannels({
    base: addresses.channels ?? addresses.trading,
    isNamed: addresses.channels !== undefined,
    timeoutMs,
  });

async function runAllChecks(run: Run): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  for (const stage of STAGES) {
    run.channels.begin(stage);
    for (const check of ALL_CHECKS) if (check.stage === stage) results.push(await runCheck(check, run));
  }
  return results;
}

type Resolved<T> = { readonly value?: T | undefined; readonly failed?: unknown };

async function resolved<T>(work: () => Promise<T>): Promise<Resolved<T>> {
  try {
    return { value: await work() };
  } catch (failed) {
    return { failed };
  }
}

function getTrading({ value, failed }: Resolved<Trading>): Trading {
  if (value !== undefined) return value;
  const why = failed instanceof Error ? failed.message : String(failed);
  throw failed instanceof Unchecked ? failed : new Unchecked(`no wallet could be opened: ${why}`);
}

async function runCheck(check: Check, run: Run): Promise<CheckResult> {
  const { endpoint, name } = check;
  try {
    await check.perform(run);
    return { endpoint, check: name, result: "pass" };
  } catch (error) {
    if (error instanceof Unchecked)
      return { endpoint, check: name, result: "skipped", reason: error.message };
    if (error instanceof NotOffered)
      return { endpoint, check: name, result: "not offered", reason: error.message };
    if (!(error instanceof Difference)) throw error;
    const { request, expected, got } = error;
    return { endpoint, check: name, result: "fail", request, expected, got };
  }
}
