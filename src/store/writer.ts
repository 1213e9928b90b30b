/**
 * The writer's own connection. It holds an advisory lock for as long as it lives, so that a second exchange on the
 * same database is refused; and since every batch takes the next sequence number, one that lost its lock unnoticed
 * could not commit anyway.
 */
import { Client } from "pg";

// Any constant will do, as long as no other advisory lock of ours uses it.
const WRITER_LOCK = 7_265_739_002;

export type Writer = { readonly client: Client; close(): Promise<void> };

/** Connects and takes the lock; throws one clear sentence when another exchange has it. */
export async function openWriter(url: string, onLost: (error: Error) => void): Promise<Writer> {
  const client = new Client({ connectionString: url, application_name: "presage writer" });
  let closing = false;
  client.on("error", (error) => {
    if (!closing) onLost(error);
  });
  await client.connect();
  const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [
    WRITER_LOCK,
  ]);
  if (rows[0]?.locked !== true) {
    await client.end();
    throw new Error("The database is in use by another Presage. Stop it, or use another database.");
  }
  // Acknowledgements rest on this: a commit returns after its fsync, whatever the server's default.
  await client.query("set synchronous_commit = on");
  // One statement with some sixty parameters: the generic plan is as good and saves planning each time.
  await client.query("set plan_cache_mode = force_generic_plan");
  // That plan may be made while the tables are empty, and must still be right when they are not: by index, always.
  for (const method of ["seqscan", "hashjoin", "mergejoin"]) await client.query(`set enable_${method} = off`);
  const close = async (): Promise<void> => {
    closing = true;
    await client.end();
  };
  return { client, close };
}
