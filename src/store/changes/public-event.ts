/**
 * Public events: the journal in terms that other systems know, without internal numbers. docs/events.md and
 * docs/events.schema.json are generated from these descriptions.
 */
import { Type } from "typebox";
import type { Static } from "typebox";
import { BALANCE_EVENTS } from "./balance-events.ts";
import { ID_HASH_DIGITS } from "./change-position.ts";
import { ConditionId, Time, Wallet } from "./event-fields.ts";
import { EXCHANGE_EVENTS } from "./exchange-events.ts";
import { MARKET_EVENTS } from "./market-events.ts";
import { ORDER_EVENTS } from "./order-events.ts";

/** Version of the schema. Within a version, types and fields are only added. */
export const EVENTS_VERSION = 1;

/** Descriptions of `data` by type. */
export const EVENT_DATA = { ...ORDER_EVENTS, ...BALANCE_EVENTS, ...MARKET_EVENTS, ...EXCHANGE_EVENTS };

export type EventType = keyof typeof EVENT_DATA;
export type EventData<T extends EventType> = Static<(typeof EVENT_DATA)[T]>;

const isType = (name: string): name is EventType => Object.hasOwn(EVENT_DATA, name);
export const EVENT_TYPES: readonly EventType[] = Object.keys(EVENT_DATA).filter(isType);

export const ENVELOPE = {
  version: Type.Literal(EVENTS_VERSION, { description: "Version of this schema" }),
  id: Type.String({
    pattern: `^[1-9][0-9]*-[0-9]+-[0-9a-f]{${ID_HASH_DIGITS}}$`,
    description:
      "`seq`-`index`-beginning of the batch's hash: the same for ever and of no other event, so that one that comes twice is known",
  }),
  seq: Type.Integer({ minimum: 1, description: "Number of the batch of the journal" }),
  index: Type.Integer({ minimum: 0, description: "Place in the batch: ascends, not always by one" }),
  time: Time,
};

export const CONCERNED = {
  wallets: Type.Array(Wallet, { description: "Wallets that it concerns, each once" }),
  markets: Type.Array(ConditionId, { description: "Markets that it concerns, by condition id, each once" }),
};

type Envelope = Static<ReturnType<typeof envelopeSchema>>;
const envelopeSchema = () => Type.Object({ ...ENVELOPE, ...CONCERNED });

export type EventOfType<T extends EventType> = Envelope & { readonly type: T; readonly data: EventData<T> };

export type PublicEvent = { [T in EventType]: EventOfType<T> }[EventType];
