/**
 * Rows of decisions about markets and owners: converted sets, bans, the mode, steps of resolutions, the audit log and
 * executed requests. They take several statements, within the transaction of a flush; they are rare.
 */
import type { Client } from "pg";
import type { EventOf } from "../../core/event.ts";
import type { ExchangeMode } from "../../core/exchange-mode.ts";
import type { Lots } from "../../core/units.ts";
import { resolutionStep } from "../reads/resolution-steps.ts";
import type { ResolutionStep } from "../reads/resolution-steps.ts";
import type { BatchPlace } from "../tables/table.ts";
import { projectRequests } from "./requests.ts";
import type { PlacedRequest } from "./requests.ts";
import type { TouchedState } from "./touched.ts";

/** The batch of a row, and the index of its event there. */
type EventPlace = BatchPlace & { readonly place: number };

export type DecisionRows = {
  /** Sets that an event's markets converted to collateral, by event. */
  readonly converted: Map<string, Lots>;
  /** Wallets by address: the engine time of the ban, or `undefined` if it was lifted. */
  readonly bans: Map<string, number | undefined>;
  /** The last mode, in a list of at most one. */
  readonly modes: { readonly mode: ExchangeMode; readonly at: number }[];
  readonly steps: (EventPlace & ResolutionStep & { readonly market: number })[];
  readonly audited: (EventPlace & { readonly event: EventOf<"operated"> })[];
  readonly requests: PlacedRequest[];
};

/** Reads the rows of a batch from the state, which must be as the batch left it. */
export function readDecisions(touched: TouchedState, batch: BatchPlace): DecisionRows {
  const { seq, at } = batch;
  return {
    converted: new Map(Array.from(touched.converted, ([id, event]) => [id, event.converted])),
    bans: new Map(Array.from(touched.bans, ([address, banned]) => [address, banned ? at : undefined])),
    modes: touched.modes.slice(-1).map((mode) => ({ mode, at })),
    steps: touched.steps.map(({ place, event }) => ({
      ...resolutionStep(event, at),
      seq,
      place,
      market: event.market.no,
    })),
    audited: touched.operated.map(({ place, event }) => ({ seq, at, place, event })),
    requests: touched.requests.map(({ place, event }) => ({ seq, at, place, event })),
  };
}

export function mergeDecisions(rows: DecisionRows, next: DecisionRows): void {
  for (const [id, converted] of next.converted) rows.converted.set(id, converted);
  for (const [address, at] of next.bans) rows.bans.set(address, at);
  if (next.modes.length > 0) rows.modes.splice(0, 1, ...next.modes);
  rows.steps.push(...next.steps);
  rows.audited.push(...next.audited);
  rows.requests.push(...next.requests);
}

/** True if there are any. */
export const hasDecisions = ({ converted, bans, modes, steps, audited, requests }: DecisionRows): boolean =>
  converted.size + bans.size + modes.length + steps.length + audited.length + requests.length > 0;

/** Writes decisions, within the caller's transaction. */
export async function projectDecisions(client: Client, rows: DecisionRows): Promise<void> {
  await writeConverted(client, rows);
  await writeBans(client, rows);
  await writeMode(client, rows);
  await writeSteps(client, rows);
  await writeAudit(client, rows);
  await projectRequests(client, rows.requests);
}

async function writeConverted(client: Client, { converted }: DecisionRows): Promise<void> {
  if (converted.size === 0) return;
  await client.query(
    `insert into event_states (event, converted) select * from unnest($1::bigint[], $2::bigint[])
     on conflict (event) do update set converted = excluded.converted`,
    [[...converted.keys()], [...converted.values()]],
  );
}

async function writeBans(client: Client, { bans }: DecisionRows): Promise<void> {
  if (bans.size === 0) return;
  const lifted = [...bans].flatMap(([address, at]) => (at === undefined ? address : []));
  const banned = [...bans].flatMap(([address, at]) => (at === undefined ? [] : { address, at }));
  await client.query("delete from bans where address = any($1::text[])", [lifted]);
  await client.query(
    `insert into bans (address, at) select * from unnest($1::text[], $2::bigint[])
     on conflict (address) do update set at = excluded.at`,
    [banned.map(({ address }) => address), banned.map(({ at }) => at)],
  );
}

async function writeMode(client: Client, { modes: [last] }: DecisionRows): Promise<void> {
  if (last === undefined) return;
  await client.query(
    `insert into exchange_mode (mode, at) values ($1, $2)
     on conflict (single) do update set mode = excluded.mode, at = excluded.at`,
    [last.mode, last.at],
  );
}

async function writeSteps(client: Client, { steps }: DecisionRows): Promise<void> {
  if (steps.length === 0) return;
  await client.query(
    `insert into resolution_steps (batch, place, at, market, step, payout, evidence, link)
     select batch, place, at, market, step, payout::smallint[], evidence, link
     from unnest($1::bigint[], $2::integer[], $3::bigint[], $4::integer[], $5::text[], $6::text[], $7::text[], $8::text[])
       as row (batch, place, at, market, step, payout, evidence, link)`,
    [
      steps.map(({ seq }) => seq),
      steps.map(({ place }) => place),
      steps.map(({ at }) => at),
      steps.map(({ market }) => market),
      steps.map(({ step }) => step),
      steps.map(({ payout }) => payout && `{${payout.join()}}`),
      steps.map(({ evidence }) => evidence),
      steps.map(({ link }) => link),
    ],
  );
}

async function writeAudit(client: Client, { audited }: DecisionRows): Promise<void> {
  for (const { seq, place, at, event } of audited) {
    const { operator, action, subject, reason, details } = event;
    await client.query(
      `insert into audit (batch, place, at, operator, action, subject, reason, details)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [seq, place, at, operator, action, subject, reason, JSON.stringify(details)],
    );
  }
}
