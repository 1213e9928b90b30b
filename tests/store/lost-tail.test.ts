/**
 * The detector of a lost tail on a real database. An engine asks the others for their last batch, and does not get the lead
 * of a journal that lacks it: a standby without it was promoted, a disk forgot it, or a backup was restored.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createFollowerLink } from "../../src/cluster/follower-link.ts";
import { subjectsOf } from "../../src/cluster/envelope.ts";
import type { Peer } from "../../src/cluster/envelope.ts";
import { createLeaderLink } from "../../src/cluster/leader-link.ts";
import type { Messenger } from "../../src/cluster/messenger.ts";
import { batchHash, GENESIS_HASH } from "../../src/store/journal/journal.ts";
import type { Batch, JournalHead } from "../../src/store/journal/journal.ts";
import { createCandidate } from "../../src/store/journal/leadership.ts";
import { openWriterSession } from "../../src/store/journal/writer-session.ts";
import type { WriterSession } from "../../src/store/journal/writer-session.ts";
import { startReplicatedDatabase } from "../support/replicated-database.ts";
import type { ReplicatedDatabase } from "../support/replicated-database.ts";

const ENGINE: Peer = { id: "e1", kind: "engine", host: "one" };
const GATEWAY: Peer = { id: "g1", kind: "gateway", host: "two" };

/** Connects members of one process: each message reaches all others in the next tick. */
function createNetwork(): () => Messenger {
  const takers = new Set<{ readonly from: symbol; readonly subject: string; take(text: string): void }>();
  return () => {
    const from = Symbol("member");
    return {
      publish(subject, text) {
        setImmediate(() => {
          for (const taker of takers) if (taker.from !== from && taker.subject === subject) taker.take(text);
        });
      },
      subscribe(subject, take) {
        const taker = { from, subject, take };
        takers.add(taker);
        return () => void takers.delete(taker);
      },
      flush: async () => {},
      isConnected: () => true,
      follow: () => {},
      close: async () => {},
    };
  };
}

/** Opens the writer's session of an engine, while a gateway has this batch. */
async function openBeside(
  url: string,
  witnessed: JournalHead,
  { acceptLoss }: { readonly acceptLoss?: number } = {},
): Promise<WriterSession> {
  const connect = createNetwork();
  const subjects = subjectsOf("main", "database");
  const gateway = createFollowerLink({
    own: GATEWAY,
    subjects,
    messenger: connect(),
    peers: { learn: () => {} },
    head: () => witnessed,
  });
  const engine = createLeaderLink({
    own: ENGINE,
    release: "1",
    subjects,
    messenger: connect(),
    peers: { list: () => [{ ...GATEWAY, silentMs: 0 }], learn: () => {}, hear: () => {}, leave: () => {} },
    acceptLoss,
    followed: () => undefined,
    former: () => undefined,
  });
  const candidate = createCandidate("main", { openTerm: engine.openTerm, floor: engine.floor });
  return openWriterSession(url, { candidate }).finally(gateway.close);
}

describe("a new leader", () => {
  let database: ReplicatedDatabase;
  /** Batches that were acknowledged. */
  const chain: JournalHead[] = [{ seq: 0, at: 0, hash: GENESIS_HASH }];
  before(async () => {
    database = await startReplicatedDatabase();
    const writer = await openBeside(database.url, chain[0]!);
    for (let seq = 1; seq <= 5; seq += 1) {
      const batch: Batch = {
        seq,
        at: seq,
        events: "[]",
        hash: batchHash(chain[seq - 1]!.hash, seq, seq, "[]"),
      };
      await writer.commit(batch);
      chain.push(batch);
    }
    await writer.close();
  });
  after(() => database.close());

  const opens = async (witnessed: JournalHead, acceptLoss?: number): Promise<number> => {
    const writer = await openBeside(database.url, witnessed, acceptLoss === undefined ? {} : { acceptLoss });
    await writer.close();
    return writer.last.seq;
  };

  it("opens if the journal has what the others have, or more", async () => {
    assert.equal(await opens(chain[5]!), 5);
    assert.equal(await opens(chain[2]!), 5);
    assert.equal(await opens(chain[0]!), 5);
  });

  it("does not open if another one has a batch with other content", async () => {
    for (const seq of [5, 3])
      await assert.rejects(opens({ ...chain[seq]!, hash: GENESIS_HASH }), {
        code: "lost_tail",
        message: new RegExp(
          `ends with batch 5, and has other content in batch ${seq} than was acknowledged: gateway g1 on two has batch ${seq}`,
        ),
      });
  });

  it("does not open if the journal lost its end, unless an operator accepts that very end", async () => {
    const [primary] = database.servers;
    // The rows may not be deleted by a statement of the exchange.
    await primary.query("set session_replication_role = replica; delete from journal where seq > 3");
    await assert.rejects(opens(chain[5]!), {
      code: "lost_tail",
      message:
        /ends with batch 3, and lacks batches 4 to 5, acknowledged before: gateway g1 on two has batch 5.*--accept-loss 3\.$/,
    });
    await assert.rejects(opens(chain[5]!, 4), { code: "lost_tail" });
    assert.equal(await opens(chain[5]!, 3), 3);
    assert.equal(await opens(chain[3]!), 3);
  });
});
