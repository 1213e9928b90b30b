/**
 * The rows that decisions about markets and owners leave: converted sets, bans, modes, steps of resolutions, the audit log
 * and the requests that were carried out. Several statements, within the transaction of the batch; they are rare.
 */
import type { Client } from "pg";
import { resolutionStep } from "../reads/resolution-steps.ts";
import { projectRequests } from "./requests.ts";
import type { TouchedState } from "./touched.ts";

export const hasDecisions = ({ converted, bans, modes, steps, operated, requests }: TouchedState): boolean =>
  converted.size + bans.size + modes.length + steps.length + operated.length + requests.length > 0;

/** `[seq, at]` of the batch come first. */
export async function projectDecisions(
  client: Client,
  [seq, at]: readonly [seq: number, at: number, ...unknown[]],
  touched: TouchedState,
): Promise<void> {
  await writeConverted(client, touched);
  await writeBans(client, at, touched);
  await writeMode(client, at, touched);
  await writeSteps(client, seq, at, touched);
  await writeAudit(client, seq, at, touched);
  await projectRequests(client, { seq, at }, touched.requests);
}

async function writeConverted(client: Client, { converted }: TouchedState): Promise<void> {
  if (converted.size === 0) return;
  const events = [...converted.values()];
  await client.query(
    `insert into event_states (event, converted) select * from unnest($1::bigint[], $2::bigint[])
     on conflict (event) do update set converted = excluded.converted`,
    [events.map(({ id }) => id), events.map((event) => event.converted)],
  );
}

async function writeBans(client: Client, at: number, { bans }: TouchedState): Promise<void> {
  if (bans.size === 0) return;
  const addresses = (banned: boolean): string[] =>
    [...bans].filter(([, is]) => is === banned).map(([address]) => address);
  await client.query("delete from bans where address = any($1::text[])", [addresses(false)]);
  await client.query(
    `insert into bans (address, at) select address, $2 from unnest($1::text[]) as row (address)
     on conflict (address) do update set at = excluded.at`,
    [addresses(true), at],
  );
}

async function writeMode(client: Client, at: number, { modes }: TouchedState): Promise<void> {
  const mode = modes.at(-1);
  if (mode === undefined) return;
  await client.query(
    `insert into exchange_mode (mode, at) values ($1, $2)
     on conflict (single) do update set mode = excluded.mode, at = excluded.at`,
    [mode, at],
  );
}

async function writeSteps(client: Client, seq: number, at: number, { steps }: TouchedState): Promise<void> {
  for (const { place, event } of steps) {
    const { step, payout, evidence, link } = resolutionStep(event, at);
    await client.query(
      `insert into resolution_steps (batch, place, at, market, step, payout, evidence, link)
       values ($1, $2, $3, $4, $5, $6::smallint[], $7, $8)`,
      [seq, place, at, event.market.no, step, payout, evidence, link],
    );
  }
}

async function writeAudit(
  client: Client,
  seq: number,
  at: number,
  { operated }: TouchedState,
): Promise<void> {
  for (const { place, event } of operated) {
    const { operator, action, subject, reason, details } = event;
    await client.query(
      `insert into audit (batch, place, at, operator, action, subject, reason, details)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [seq, place, at, operator, action, subject, reason, JSON.stringify(details)],
    );
  }
}
