/** One check of an endpoint, and the state of the run that checks share. */
import type { AskServer } from "./answer.ts";
import type { Channels } from "./channels.ts";
import type { DialectTerms } from "./dialect-terms.ts";
import type { ChannelName, EndpointName } from "./endpoints.ts";
import type { Clock } from "./expected.ts";
import type { FoundMarket } from "./find-market.ts";
import type { Stage } from "./stages.ts";
import type { Trading } from "./trading.ts";

export type Run = {
  readonly terms: DialectTerms;
  readonly ask: AskServer;
  /** The market that is read and traded; throws `Unchecked` where none was found. */
  readonly market: () => FoundMarket;
  /** The wallets and their orders; throws `Unchecked` where nothing may be traded. */
  readonly trading: () => Trading;
  readonly channels: Channels;
  readonly clock: Clock;
  /** The value that most endpoints show of a fact, read at the start. */
  readonly fact: (name: string) => string | undefined;
};

export type Check = {
  readonly endpoint: EndpointName | ChannelName;
  readonly stage: Stage;
  /** A sentence about the endpoint, without a subject: `refuses an unknown token`. */
  readonly name: string;
  readonly perform: (run: Run) => Promise<void>;
};

type Performed = { readonly [name: string]: Check["perform"] };

/** Describes checks of an endpoint in one stage, by their names. */
export const checksOf = (endpoint: Check["endpoint"], stage: Stage, performed: Performed): Check[] =>
  Object.entries(performed).map(([name, perform]) => ({ endpoint, stage, name, perform }));
