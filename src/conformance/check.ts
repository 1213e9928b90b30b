/** One check of an endpoint, and the state of the run that checks share. */
import type { AskServer } from "./answer.ts";
import type { DialectTerms } from "./dialect-terms.ts";
import type { EndpointName } from "./endpoints.ts";
import type { FoundMarket } from "./find-market.ts";
import type { Trading } from "./trading.ts";

/**
 * Steps of a run. Reads come first; then two orders rest, and are cancelled; then wallets of a sandbox trade with each
 * other, and sell again.
 */
export const STAGES = ["reading", "placing", "resting", "cancelling", "trading", "traded", "closed"] as const;
export type Stage = (typeof STAGES)[number];

export type Run = {
  readonly terms: DialectTerms;
  readonly ask: AskServer;
  /** The market that is read and traded; throws `Unchecked` where none was found. */
  readonly market: () => FoundMarket;
  /** The wallets and their orders; throws `Unchecked` where nothing may be traded. */
  readonly trading: () => Trading;
};

export type Check = {
  readonly endpoint: EndpointName;
  readonly stage: Stage;
  /** A sentence about the endpoint, without a subject: `refuses an unknown token`. */
  readonly name: string;
  readonly perform: (run: Run) => Promise<void>;
};

type Performed = { readonly [name: string]: Check["perform"] };

/** Describes checks of an endpoint in one stage, by their names. */
export const checksOf = (endpoint: EndpointName, stage: Stage, performed: Performed): Check[] =>
  Object.entries(performed).map(([name, perform]) => ({ endpoint, stage, name, perform }));
