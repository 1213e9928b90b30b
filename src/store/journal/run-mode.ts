/** The mode of an exchange, as its database has it: production stays production, whatever a later start asks for. */
import type { Client } from "pg";
import type { OwnSql, Sql } from "../sql/database.ts";
import type { WriterSession } from "./writer-session.ts";

export type RunMode = "sandbox" | "production";

type ModeSettings = {
  readonly mode: RunMode;
  /** True if a setting gives the mode; otherwise it is the default. */
  readonly modeGiven: boolean;
};

/**
 * Stores the mode of a start, which may turn a sandbox into production. Throws one clear sentence if an exchange in
 * production, or possibly in production, is to become a sandbox.
 */
export async function storeRunMode(
  { client, last }: Pick<WriterSession, "client" | "last">,
  { mode, modeGiven }: ModeSettings,
): Promise<void> {
  const noted = await readModeRecord(client);
  if (noted === mode) return;
  if (noted === "production")
    throw new Error(
      "This exchange is in production, and a sandbox would give its money away: run it with --mode production (PRESAGE_MODE=production), or name another data directory or database for a sandbox",
    );
  if (noted === undefined && last.seq > 0 && !modeGiven)
    throw new Error(
      "This exchange is of a release that did not note its mode: run it with --mode production, or with --mode sandbox if it is one (PRESAGE_MODE)",
    );
  await client.query(
    "insert into run_mode (mode, first_start) values ($1, $2) on conflict (single) do update set mode = excluded.mode",
    [mode, last.seq === 0],
  );
}

async function readModeRecord(client: Client): Promise<RunMode | undefined> {
  const { rows } = await client.query<{ mode: RunMode }>("select mode from run_mode");
  return rows[0]?.mode;
}

/** Reads the stored mode, on a pool; `undefined` before the first start. */
export async function readRunMode(sql: Sql): Promise<RunMode | undefined> {
  const [row] = await sql<{ mode: RunMode }[]>`select mode from run_mode`;
  return row?.mode;
}

/** Returns true until `endFirstStart`: a first start that is cut short begins again. */
export async function isFirstStart(sql: OwnSql): Promise<boolean> {
  const [row] = await sql<{ first: boolean }[]>`select first_start as first from run_mode`;
  return row?.first === true;
}

export async function endFirstStart(sql: OwnSql): Promise<void> {
  await sql`update run_mode set first_start = false where first_start`;
}
