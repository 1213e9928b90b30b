/** A verification of a history that did everything: it agrees, and names each way in which a row can be wrong. */
import assert from "node:assert/strict";
import { inSnapshot } from "../../src/store/sql/table-stream.ts";
import { verifyExchange } from "../../src/store/verify/verify-exchange.ts";
import { createHistory, withSql } from "../support/history.ts";

/** Statements that damage a row, and the difference that tells of it. */
const DAMAGES: readonly (readonly [statement: string, says: RegExp])[] = [
  ["delete from bans", /^ban of 0x[0-9a-f]{40}: it is not in the table$/],
  ["insert into bans values ('0xee', 5)", /^ban of 0xee: it is in the table, and not in the journal$/],
  ["insert into positions values (1, 4, 0, 7, 0)", /^position of account 1 .*: lots is 7, by the journal 0$/],
  ["delete from positions where lots = 0 and bought > 0", /^position of account .*: it is not in the table$/],
  ["update trades set lots = lots + 1 where no = 4", /^trade 4: lots is \d+, by the journal \d+$/],
  [
    "update market_states set auto_redeem = null where market = 1",
    /^state of market 1: auto_redeem is absent, by the journal false$/,
  ],
  [
    "update market_states set last_price = 1 where market = (select min(market) from market_states where last_price is null)",
    /^state of market \d+: last_price is 1, by the journal absent$/,
  ],
];

/** Throws unless a verification finds every damage, and nothing without one. */
export async function checkVerification(): Promise<void> {
  const history = await createHistory();
  const listDifferences = async (): Promise<readonly string[]> =>
    (await inSnapshot(history.url, "verification check", verifyExchange)).differences;
  try {
    assert.deepEqual(await listDifferences(), []);
    await withSql(history.url, async (sql) => {
      for (const [statement] of DAMAGES) await sql.unsafe(statement);
    });
    const found = await listDifferences();
    for (const [statement, says] of DAMAGES)
      assert.ok(
        found.some((words) => says.test(words)),
        `${statement} is not found`,
      );
  } finally {
    await history.close();
  }
}
