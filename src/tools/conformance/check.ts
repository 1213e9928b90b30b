/** One check of an endpoint, and the state that all checks of a run share. */
import { expectJson } from "./shape/answer.ts";
import type { Answer, AskServer } from "./shape/answer.ts";
import type { Channels, Stage } from "./channels.ts";
import type { DialectName, DialectRules } from "./dialect-rules.ts";
import { CHANNELS, ENDPOINTS, isEndpoint } from "./endpoints.ts";
import type { ChannelName, EndpointName, InterfaceName } from "./endpoints.ts";
import type { Clock } from "./shape/expected.ts";
import type { FoundMarket } from "./find-market.ts";
import { rejection } from "./shape/records.ts";
import type { Shape } from "./shape/shape.ts";
import type { Trading } from "./trading.ts";

export type Run = {
  readonly terms: DialectRules;
  readonly ask: AskServer;
  /** Returns the market to read and trade; throws `Unchecked` if none was found. */
  readonly market: () => FoundMarket;
  /** Returns the wallets and their orders; throws `Unchecked` if trading is not allowed. */
  readonly trading: () => Trading;
  readonly channels: Channels;
  readonly clock: Clock;
  /** Returns the value of a fact on which most endpoints agreed at the start. */
  readonly fact: (name: string) => string | undefined;
};

export type Check = {
  readonly endpoint: EndpointName | ChannelName;
  readonly stage: Stage;
  /** A sentence about the endpoint without its subject: `refuses an unknown token`. */
  readonly name: string;
  readonly perform: (run: Run) => Promise<void>;
};

type Performed = { readonly [name: string]: Check["perform"] };

/** Describes checks of an endpoint in one stage, by name. */
export const describeChecks = (endpoint: Check["endpoint"], stage: Stage, performed: Performed): Check[] =>
  Object.entries(performed).map(([name, perform]) => ({ endpoint, stage, name, perform }));

/** Creates a check that expects a rejection with this status. */
export const expectRejection =
  (status: number | readonly number[], ask: (run: Run) => Promise<Answer>, shape: Shape = rejection) =>
  async (run: Run): Promise<void> => {
    expectJson(await ask(run), status, shape);
  };

// The report of a run: a row for each endpoint and live channel, with its differences.

type Outcome =
  | { readonly result: "pass" }
  | { readonly result: "skipped" | "not offered"; readonly reason: string }
  | { readonly result: "fail"; readonly request: string; readonly expected: string; readonly got: string };

export type CheckResult = {
  readonly endpoint: EndpointName | ChannelName;
  readonly check: string;
} & Outcome;

export type Row = {
  readonly interface: InterfaceName | "channels";
  readonly endpoint: EndpointName | ChannelName;
  /** `pass` only if every check was made and passed; `not offered` only for a live channel. */
  readonly result: Outcome["result"];
  readonly checks: readonly CheckResult[];
};

export type Report = {
  readonly dialect: DialectName;
  readonly addresses: { readonly [Name in InterfaceName | "channels"]?: string | undefined };
  readonly result: Outcome["result"];
  readonly endpoints: readonly Row[];
  /** Rows of the live channels; a channel that the server does not offer leaves the result unchanged. */
  readonly optional: readonly Row[];
  /** Ids of orders that were cancelled at the end without a clear answer of the server. */
  readonly left: readonly string[];
};

export function buildReport(
  dialect: DialectName,
  addresses: Report["addresses"],
  results: readonly CheckResult[],
): Omit<Report, "left"> {
  const rowOf = (at: Row["interface"], endpoint: Row["endpoint"]): Row => {
    const checks = results.filter((result) => result.endpoint === endpoint);
    return { interface: at, endpoint, result: worstResult(checks), checks };
  };
  const endpoints = Object.keys(ENDPOINTS)
    .filter(isEndpoint)
    .map((endpoint) => rowOf(ENDPOINTS[endpoint], endpoint));
  const optional = CHANNELS.map((channel) => rowOf("channels", channel));
  const offered = optional.filter(({ result }) => result !== "not offered");
  return { dialect, addresses, result: worstResult([...endpoints, ...offered]), endpoints, optional };
}

const BY_WEIGHT = ["fail", "not offered", "skipped"] as const;

/** Returns `fail` if anything failed, else `not offered` or `skipped` if anything was. */
const worstResult = (results: readonly { readonly result: Outcome["result"] }[]): Outcome["result"] =>
  BY_WEIGHT.find((weighty) => results.some(({ result }) => result === weighty)) ?? "pass";
