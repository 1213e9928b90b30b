/**
 * Keys that were made before the database knew of a master key, as the migration leaves them, and the master keys that
 * fit.
 */
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { TestContext } from "node:test";
import { deriveBuilderSecrets, deriveCredentials } from "../../src/signing/credentials.ts";
import type { Credentials } from "../../src/signing/credentials.ts";
import { computeStoredFingerprint } from "../../src/store/keys/master-key.ts";
import type { Sql } from "../../src/store/sql/database.ts";
import { MIGRATIONS, migrate } from "../../src/store/sql/schema/migrate.ts";
import { createTestDatabase } from "../support/database.ts";
import { walletOf } from "../support/exchange.ts";
import { withSql } from "../support/history.ts";
import { withExchange } from "../support/with-exchange.ts";

const MIGRATION = "0007_master_key.sql";
const [RIGHT, WRONG] = ["5e", "6f"].map((digits) => digits.repeat(32)) as [string, string];
const ANN = walletOf("ann");
const BUILDER = "00000000-0000-4000-8000-00000000b111";

/** A folder with those of this release's migrations whose names fit. */
function migrationsWith(context: TestContext, fits: (name: string) => boolean): string {
  const folder = mkdtempSync(join(tmpdir(), "presage-migrations-"));
  context.after(() => rmSync(folder, { recursive: true }));
  for (const name of readdirSync(MIGRATIONS).filter(fits)) cpSync(join(MIGRATIONS, name), join(folder, name));
  return folder;
}

/** Stores a key of ann as it was stored then: with its wallet and nonce, and nothing of the master key. */
async function storeKey(sql: Sql, nonce: string, revokedAt: Date | null = null): Promise<Credentials> {
  const credentials = deriveCredentials(Buffer.from(RIGHT, "hex"), ANN, nonce);
  await sql`
    insert into api_keys (api_key, address, nonce, revoked_at)
    values (${credentials.apiKey}, ${ANN}, ${nonce}, ${revokedAt})`;
  return credentials;
}

const readFingerprints = async (sql: Sql): Promise<string[]> => {
  const rows = await sql<{ fingerprint: string }[]>`select fingerprint from master_key`;
  return rows.map(({ fingerprint }) => fingerprint);
};

type OldDatabase = { readonly url: string; readonly used: Credentials; readonly revoked: Credentials };

/** A database of the release before the migration, with keys in it, to which the migration is then applied. */
async function migrateOld(context: TestContext): Promise<OldDatabase> {
  const database = await createTestDatabase();
  context.after(() => database.close());
  let stored: Omit<OldDatabase, "url"> | undefined;
  await withSql(database.url, async (sql) => {
    await sql`drop schema public cascade`;
    await sql`create schema public`;
    await migrate(
      sql,
      migrationsWith(context, (name) => name < MIGRATION),
    );
    await assert.rejects(readFingerprints(sql), /relation "master_key" does not exist/);
    stored = { used: await storeKey(sql, "0"), revoked: await storeKey(sql, "1", new Date()) };
    await sql`insert into further_keys (api_key, kind, address) values (${BUILDER}, 'builder', ${ANN})`;

    assert.deepEqual(
      await migrate(
        sql,
        migrationsWith(context, (name) => name <= MIGRATION),
      ),
      [MIGRATION],
    );
    assert.deepEqual(await readFingerprints(sql), [], "whose keys they are, the next start says");
  });
  return { url: database.url, ...stored! };
}

test("keys from before the migration go on under their master key, which becomes the only one", async (context) => {
  const { url, used, revoked } = await migrateOld(context);
  const [right, wrong] = [RIGHT, WRONG].map(computeStoredFingerprint);
  await assert.rejects(
    withExchange(url, WRONG, async () => {}),
    new RegExp(
      `^Error: The master key of PRESAGE_MASTER_KEY has the fingerprint ${wrong}, .* with another one: `,
    ),
  );
  await withSql(url, async (sql) =>
    assert.deepEqual(await readFingerprints(sql), [], "it is not taken for theirs"),
  );
  await withExchange(url, RIGHT, async ({ keys, builderKeys }) => {
    const found = await keys.find(used.apiKey);
    assert.deepEqual(
      [found?.address, found?.passphrase, found?.secret.export().toString("base64url")],
      [ANN, used.passphrase, used.secret.replace("=", "")],
    );
    assert.deepEqual(await keys.create(ANN, "0"), used, "the nonce has its key already");
    assert.equal(await keys.find(revoked.apiKey), undefined);
    assert.equal(await keys.create(ANN, "1"), undefined, "a nonce that was revoked stays used up");
    assert.ok(await keys.isRevoked(ANN, "1"));
    const { passphrase } = deriveBuilderSecrets(Buffer.from(RIGHT, "hex"), BUILDER, ANN);
    assert.equal((await builderKeys.find(BUILDER))?.passphrase, passphrase);
  });
  await withSql(url, async (sql) => assert.deepEqual(await readFingerprints(sql), [right]));

  await assert.rejects(
    withExchange(url, WRONG, async () => {}),
    new RegExp(
      `^Error: The master key of PRESAGE_MASTER_KEY has the fingerprint ${wrong}, .* with that of fingerprint ${right}: `,
    ),
  );
  await withSql(url, async (sql) => assert.deepEqual(await readFingerprints(sql), [right]));
  await withExchange(url, RIGHT, async ({ keys }) =>
    assert.equal((await keys.find(used.apiKey))?.passphrase, used.passphrase),
  );
});
