/** One check of an endpoint, and the state that all checks of a run share. */
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
  /** Returns the market to read and trade; throws `Unchecked` if none was found. */
  readonly market: () => FoundMarket;
  /** Returns the wallets and their orders; throws `Unchecked` if trading is not allowed. */
  readonly trading: () => Trading;
  readonly channels: Channels;
  readonly clock: Clock;
  /** Returns the value of a fact that most endpoints showed at the start. */
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
export const checksOf = (endpoint: Check["endpoint"], stage: Stage, performed: Performed): Check[] =>
  Object.entries(performed).map(([name, perform]) => ({ endpoint, stage, name, perform }));
