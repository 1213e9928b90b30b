/** Reads of replicas: they are never older than the read tables were, and the primary answers where a replica cannot. */
import assert from "node:assert/strict";
import { it } from "node:test";
import { openDatabase } from "../../src/store/sql/database.ts";
import { openReplicas } from "../../src/store/reads/replicas.ts";
import { startReplicatedDatabase } from "../support/replicated-database.ts";
import type { ReplicatedServer } from "../support/replicated-database.ts";

it("a replica serves reads once it has what the read tables have, and else the primary does", async (test) => {
  const database = await startReplicatedDatabase();
  test.after(() => database.close());
  const [first, ...standbys] = database.servers;
  await first.query("insert into read_tables (version, seq) values (1, 1)");
  const primary = openDatabase(database.urlOf(first), { maxConnections: 1 });
  const addresses = standbys.map((standby) => database.urlOf(standby));
  const [host = "", ...hosts] = addresses.map((address) => new URL(address).host);
  const replicas = openReplicas(addresses[0]!.replace(host, [host, ...hosts].join(",")));
  test.after(async () => {
    await replicas.close(1);
    await primary.end({ timeout: 1 });
  });
  let stored = 1;
  const fenced = replicas.fence(
    async () => primary,
    () => stored,
    { maxConnections: 2 },
  );
  /** Reads by the pool, and returns the port of the server that answered, with the batch that it has. */
  const read = async (): Promise<{ readonly port: number; readonly seq: number }> => {
    const pool = await fenced();
    const [row] = await pool<{ port: number; seq: number }[]>`
      select current_setting('port')::int as port, seq from read_tables`;
    return row!;
  };
  const readPorts = async (): Promise<Set<number>> => {
    const found = new Set<number>();
    for (let count = 0; count < 12; count += 1) {
      const { port, seq } = await read();
      assert.ok(seq >= stored, `the server of port ${port} has batch ${seq} of ${stored}`);
      found.add(port);
    }
    return found;
  };
  const portsOf = (...servers: readonly ReplicatedServer[]) => new Set(servers.map(({ port }) => port));

  assert.deepEqual(await readPorts(), portsOf(...standbys));

  const [paused, other] = standbys;
  await paused!.query("select pg_wal_replay_pause()");
  await first.query("update read_tables set seq = 2");
  stored = 2;
  const late = await readPorts();
  assert.equal(late.has(paused!.port), false, "a replica that is behind serves nothing");
  assert.ok(late.has(other!.port));

  await other!.stop("immediate");
  assert.deepEqual(await readPorts(), portsOf(first), "no replica serves: the primary does");

  await paused!.query("select pg_wal_replay_resume()");
  await other!.start();
});
