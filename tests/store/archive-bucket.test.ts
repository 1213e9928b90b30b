/** An archive in a bucket of a real S3-compatible server, which is killed, cut off and slow. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { after, before, it } from "node:test";
import type { TestContext } from "node:test";
import { CreateMultipartUploadCommand, S3Client } from "@aws-sdk/client-s3";
import { openBackup } from "../../src/cli/database/open-backup.ts";
import { readConfig } from "../../src/settings/config.ts";
import { createArchiver } from "../../src/operate/archive/archiver.ts";
import { joinChunks } from "../../src/operate/archive/backup-storage.ts";
import type { BackupStorage, S3Access } from "../../src/operate/archive/backup-storage.ts";
import { openBucket } from "../../src/operate/archive/s3-storage.ts";
import { restoreBackup } from "../../src/operate/backup/restore-backup.ts";
import { inSnapshot } from "../../src/store/sql/table-stream.ts";
import { verifyExchange } from "../../src/store/verify/verify-exchange.ts";
import { createTestDatabase } from "../support/database.ts";
import { deepSuite, isDeep } from "../support/depth.ts";
import { startTestExchange } from "../support/exchange.ts";
import { BUCKET, buildS3Server, startS3Server } from "../support/s3-server.ts";
import type { S3Server } from "../support/s3-server.ts";

const MEBIBYTE = 1024 * 1024;
const NAME = "presage-20260601T120000000Z-000000-20260601T120000000Z-7-20260601T120000000Z-01234567.backup";

const built = isDeep() ? await buildS3Server() : { missing: "only in npm run test:deep" };
const skip = "missing" in built && process.env["CI"] !== "true" && built.missing;

let server: S3Server;

const placeAt = (access: S3Access, prefix = "", idleMs?: number): BackupStorage =>
  openBucket({ kind: "s3", bucket: BUCKET, prefix }, access, idleMs === undefined ? {} : { idleMs });

/** Pieces of a MiB, each of other bytes; `at` is called before each. */
async function* pieces(
  count: number,
  at: (index: number) => void | Promise<void> = () => {},
): AsyncGenerator<Buffer> {
  for (let index = 0; index < count; index += 1) {
    await at(index);
    yield Buffer.alloc(MEBIBYTE, index + 1);
  }
}

type Relay = { readonly access: S3Access; readonly connections: () => number };

/** Relays connections to the server; `treat` may cut or hold each, by its number from 0 on. */
async function relay(
  test: TestContext,
  treat: (client: Socket, upstream: Socket, no: number) => void,
): Promise<Relay> {
  let count = 0;
  const sockets = new Set<Socket>();
  const listener = createServer((client) => {
    const upstream = connect(server.port, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => socket.destroy());
    }
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
    treat(client, upstream, count);
    count += 1;
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  test.after(() => {
    listener.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = listener.address() as AddressInfo;
  return { access: { ...server.access, endpoint: `http://127.0.0.1:${port}` }, connections: () => count };
}

deepSuite("an archive in a bucket", { skip }, () => {
  before(async () => {
    assert.ok("program" in built, "the S3 server is built");
    server = await startS3Server(built.program);
  });

  after(() => server.close());

  it("has files of any length, each whole", async () => {
    const place = placeAt(server.access, "any/length/");
    for (const [name, length] of [
      ["none", 0],
      ["short", 1],
      ["one-part", 8],
      ["long", 21],
    ] as const) {
      assert.equal(await place.write(name, pieces(length)), length * MEBIBYTE);
      assert.deepEqual(await joinChunks(place.read(name)), await joinChunks(pieces(length)));
    }
    const listed = (await place.list()).map(({ name, bytes }) => [name, bytes / MEBIBYTE]);
    assert.deepEqual(listed.sort(), [
      ["long", 21],
      ["none", 0],
      ["one-part", 8],
      ["short", 1],
    ]);
    assert.deepEqual(await place.readStart("long", 3), Buffer.alloc(3, 1));
    assert.deepEqual(await place.readEnd("long", 3), Buffer.alloc(3, 21));
    await place.remove("long");
    await place.remove("long");
    assert.equal((await place.list()).length, 3);
    place.close();
  });

  it("has nothing of an upload that was given up, and ends those that a kill left", async () => {
    const place = placeAt(server.access, "given-up/");
    const gone = pieces(30, (index) => {
      if (index === 20) throw new Error("the database went away");
    });
    await assert.rejects(place.write(NAME, gone), /the database went away/);
    assert.deepEqual([await place.clean(), await place.list()], [0, []]);
    const { endpoint, region, account } = server.access;
    const other = new S3Client({
      endpoint: endpoint!,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId: account!.id, secretAccessKey: account!.secret },
    });
    for (const name of [NAME, "of-somebody-else"])
      await other.send(new CreateMultipartUploadCommand({ Bucket: BUCKET, Key: `given-up/${name}` }));
    assert.deepEqual([await place.clean(), await place.clean()], [1, 0]);
    other.destroy();
    place.close();
  });

  it("says what is wrong with a key, a bucket and an address", async () => {
    const wrong = { ...server.access, account: { id: server.access.account!.id, secret: "wrong" } };
    const rows = [
      [placeAt(wrong), /^BucketFailed|s3:\/\/backups does not let backups be listed: SignatureDoesNotMatch/],
      [openBucket({ kind: "s3", bucket: "nobody", prefix: "" }, server.access), /NoSuchBucket/],
      [
        placeAt({ ...server.access, endpoint: "http://127.0.0.1:9" }),
        /does not let backups be listed: .*ECONNREFUSED/,
      ],
    ] as const;
    for (const [place, says] of rows) {
      await assert.rejects(place.list(), says);
      await assert.rejects(place.write("x", pieces(1)), /does not let backups be written/);
      place.close();
    }
  });

  it("has nothing half when the server dies in an upload, and the next one succeeds", async () => {
    const place = placeAt(server.access, "dies/");
    const dying = pieces(40, async (index) => {
      if (index === 20) await server.kill();
    });
    await assert.rejects(place.write(NAME, dying), /does not let backups be written/);
    await server.start();
    assert.deepEqual(await place.list(), []);
    assert.equal(await place.clean(), 1);
    assert.equal(await place.write(NAME, pieces(20)), 20 * MEBIBYTE);
    assert.equal((await place.list()).length, 1);
    place.close();
  });

  it("is written over connections that are cut, and not over those that stand still", async (test) => {
    const cut = await relay(test, (client, upstream, no) => {
      upstream.pipe(client);
      if (no >= 2) return void client.pipe(upstream);
      return void client.once("data", () => client.destroy());
    });
    const place = placeAt(cut.access, "cut/");
    assert.equal(await place.write(NAME, pieces(20)), 20 * MEBIBYTE);
    assert.deepEqual(await joinChunks(place.read(NAME)), await joinChunks(pieces(20)));
    assert.ok(cut.connections() > 2);
    place.close();
    const still = await relay(test, () => {});
    const held = placeAt(still.access, "still/", 300);
    await assert.rejects(held.list(), /does not let backups be listed: .*(Timeout|timed out)/i);
    held.close();
  });

  it("comes back with every batch", async (test) => {
    const exchange = await startTestExchange({ endpoints: [] });
    test.after(() => exchange.close());
    const place = placeAt(server.access, "exchange/");
    const options = {
      url: exchange.databaseUrl,
      place,
      version: "1",
      masterKey: undefined,
      mayGoBack: false,
    };
    const archiver = createArchiver({ ...options, keep: 1_000_000_000 });
    test.after(() => archiver.close());
    await archiver.open();
    await archiver.writeBackup();
    for (let no = 1; no < 4; no += 1) {
      await exchange.open(`0x${String(no).padStart(40, "0")}`);
      await archiver.writeJournal();
    }
    const directory = mkdtempSync(join(tmpdir(), "presage-bucket-"));
    test.after(() => rmSync(directory, { recursive: true }));
    const { endpoint, account } = server.access;
    const config = readConfig(
      {
        PRESAGE_DATA_DIR: join(directory, "data"),
        PRESAGE_BACKUP_S3_ENDPOINT: endpoint,
        PRESAGE_BACKUP_S3_KEY: `${account!.id}:${account!.secret}`,
      },
      [],
    );
    const database = await createTestDatabase();
    test.after(() => database.close());
    const { backup, close } = await openBackup(config, `s3://${BUCKET}/exchange`, undefined);
    await restoreBackup({ url: database.url, backup, lastSeq: backup.header.seq });
    close();
    const { ok, head } = await inSnapshot(database.url, "bucket test", verifyExchange);
    assert.deepEqual([ok, head], [true, exchange.context.engine.head().hash.toString("hex")]);
    const [{ name } = { name: "" }] = await place.list();
    const bytes = await joinChunks(place.read(name));
    bytes[bytes.length - 40]! ^= 1;
    await place.write(name, Readable.from([bytes]));
    await assert.rejects(openBackup(config, `s3://${BUCKET}/exchange`, undefined), ({ message }: Error) =>
      message.startsWith(`The backup s3://${BUCKET}/exchange/${name} is damaged or incomplete: `),
    );
  });
});
