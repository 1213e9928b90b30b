/**
 * Parameters of Polymarket's clients about what the catalog does not have. A flag that no row has leaves none when it is
 * true; a value that no row has leaves none. The others ask for a form of the answer of which there is one.
 */
import { Type } from "typebox";
import type { TProperties } from "typebox";
import { onlyIn } from "../dialects/dialect-parameters.ts";
import { TextList } from "./parameters.ts";

const Flag = (description: string) =>
  onlyIn(
    ["polymarket"],
    Type.Optional(Type.Boolean({ description: `${description}: true leaves none, false leaves all` })),
  );

const Values = (description: string) => onlyIn(["polymarket"], TextList(`${description}: any leaves none`));

/** Parameters without effect. */
const Unused = (description: string) =>
  onlyIn(
    ["polymarket"],
    Type.Optional(Type.String({ description: `The answer is the same: ${description}` })),
  );

const EVERYWHERE = { locale: Unused("texts are in one language") };

export const ABSENT_OF_EVENTS = {
  live: Flag("No event is live"),
  cyom: Flag("No event was made by its traders"),
  game_id: Values("No event has the number of a game"),
  parent_event_id: Values("No event has a parent"),
  event_week: Values("Events have no weeks"),
  created_by: Values("Events have wallets as creators, of which `creator` takes one"),
  partner_slug: Values("There are no partners"),
};

export const ABSENT_OF_MARKETS = {
  cyom: Flag("No market was made by its traders"),
  rfq_enabled: Flag("No market takes requests for quotes"),
  game_id: Values("No market has the number of a game"),
  sports_market_types: Values("There are no types of sports markets"),
  market_maker_address: Values("There are no automated market makers"),
  position_ids: Values("There are no combinations"),
  onchain_event_ids: Values("There is no chain"),
  request_ids: Values("There are no requests of resolutions on a chain"),
};

export const ABSENT_OF_SERIES = {
  categories_ids: Values("Series have no categories"),
  categories_labels: Values("Series have no categories"),
};

export const UNUSED_OF_EVENTS = {
  ...EVERYWHERE,
  version: Unused("there is one version of it"),
  featured_order: Unused("no event is featured"),
};
export const UNUSED_OF_MARKETS = {
  ...EVERYWHERE,
  version: Unused("there is one version of it"),
  decimalized: Unused("amounts are decimals"),
};
export const UNUSED_OF_SERIES = EVERYWHERE;
export const UNUSED_OF_SEARCH = { ...EVERYWHERE, presets: Unused("there are no presets") };

/** True if the query asks for what no row has. */
export const asksForNone = (query: Readonly<Record<string, unknown>>, absent: TProperties): boolean =>
  Object.keys(absent).some((name) => query[name] !== undefined && query[name] !== false);
