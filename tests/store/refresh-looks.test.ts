/** Looks that earlier rules made are made anew by a start, also those of names that look alike now. */
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { SKELETON_VERSION } from "../../src/core/people/name-skeletons.ts";
import { refreshSkeletons } from "../../src/store/names/refresh-skeletons.ts";
import type { OwnSql } from "../../src/store/sql/database.ts";
import { startTestExchange, walletOf } from "../support/exchange.ts";
import type { TestExchange } from "../support/exchange.ts";

let exchange: TestExchange;
before(async () => {
  exchange = await startTestExchange({ endpoints: [] });
});
after(() => exchange.close());

it("looks of earlier rules are made anew, and alike ones stay", async () => {
  const sql = exchange.context.ownSql;
  const borne = [
    ["Bill", "bill"],
    ["B1ll", "blll"],
    ["Carol", "carol"],
  ] as const;
  for (const [name, look] of borne)
    await sql`
      insert into wallet_names (wallet, name, folded, look, chosen_at)
      values (${walletOf(name)}, ${name}, ${name.toLowerCase()}, ${look}, 1)`;
  await sql`
    insert into ended_names (wallet, name, folded, look, chosen_at, ended_at)
    values (${walletOf("d")}, 'Dia', 'dia', 'dia', 1, 2), (${walletOf("e")}, 'Dia', 'dia', 'dia', 3, 4)`;
  for (const [text, look, at] of [
    ["evil", "evil", 5],
    ["ev1l", "evll", 6],
    ["bad", "evil7", 7],
  ] as const)
    await sql`
      insert into forbidden_names (look, match, text, at, operator, reason)
      values (${look}, 'word', ${text}, ${at}, 'desk', 'a test')`;
  for (const expected of ["changes", "nothing to do"]) {
    const statements: string[] = [];
    const listened: OwnSql = (template, ...parameters) => {
      statements.push(template[0]!.trim().split(/\s/, 1)[0]!);
      return sql(template, ...parameters);
    };
    await refreshSkeletons(listened);
    const wrote = statements.some((word) => word === "update" || word === "insert" || word === "delete");
    assert.equal(wrote ? "changes" : "nothing to do", expected);
    assert.deepEqual(
      (await sql`select name, look, look_rules from wallet_names order by name`).map((row) =>
        Object.values(row),
      ),
      [
        ["B1ll", "blll", SKELETON_VERSION],
        ["Bill", "blll", SKELETON_VERSION],
        ["Carol", "carol", SKELETON_VERSION],
      ],
    );
    assert.deepEqual(
      (await sql`select look, look_rules from ended_names`).map((row) => Object.values(row)),
      [
        ["dla", SKELETON_VERSION],
        ["dla", SKELETON_VERSION],
      ],
    );
    assert.deepEqual(
      (await sql`select text, look, look_rules from forbidden_names order by at`).map((row) =>
        Object.values(row),
      ),
      [
        ["evil", "evll", SKELETON_VERSION],
        ["bad", "bad", SKELETON_VERSION],
      ],
    );
  }
});
