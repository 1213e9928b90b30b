/** The parameters that the lists of what wallets did have besides those of all lists. */
import { SERVICES } from "../dialects/dialect.ts";
import { Type } from "typebox";
import { onlyIn } from "../dialects/dialect-parameters.ts";

/** The end of the year 9999, so that milliseconds stay safe integers. */
const MAX_SECONDS = 253_402_300_799;

/** Unix seconds; both bounds belong to what they bound. */
export const Seconds = (description: string) =>
  Type.Optional(
    Type.Integer({ minimum: 0, maximum: MAX_SECONDS, description: `${description}, unix seconds` }),
  );

type Span = { readonly start?: number; readonly end?: number };

/** The bounds in milliseconds: from the first one on, before the second. */
export const readSpan = ({ start, end }: Span) => ({
  from: start === undefined ? undefined : start * 1000,
  until: end === undefined ? undefined : (end + 1) * 1000,
});

const MAX_EVENTS = 500;

/** Events in place of markets. */
export const EventIds = onlyIn(
  SERVICES,
  Type.Optional(
    Type.Array(Type.Integer(), {
      maxItems: MAX_EVENTS,
      description: "Ids of events, with commas between them; not together with market",
    }),
  ),
);

/** One of these, if any. */
export const Choice = <Name extends string>(names: readonly Name[], description: string) =>
  Type.Optional(Type.Enum([...names], { description }));

export const SIDES = ["BUY", "SELL"] as const;
