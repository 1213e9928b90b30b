/** GET /names: the names that owners chose, or those that operators took away, the latest first. */
import { Type } from "typebox";
import { foldName } from "../../core/name-looks.ts";
import { reject } from "../../core/rejection.ts";
import { MAX_NAME_TEXT } from "../../core/trader-name.ts";
import { parseCount } from "../../core/units.ts";
import { listBorneNames, listRemovedNames } from "../../store/names/listed-names.ts";
import type { NamePlace } from "../../store/names/listed-names.ts";
import type { BorneName, EndedName } from "../../store/names/wallet-names.ts";
import { pageLimit } from "../page-limit.ts";
import { OrNull, Time, timeAt } from "../resolution-answer.ts";
import { storableText } from "../storable-text.ts";
import { NAMES } from "./groups.ts";
import { operation } from "./operation.ts";

export const ListedName = Type.Object({
  address: Type.String(),
  name: Type.String(),
  chosen: Time,
  removed: OrNull(
    Type.Object(
      { time: Time, operator: Type.String(), reason: Type.String() },
      { description: "Null while the wallet has the name" },
    ),
  ),
});

const MAX_PLACE = 100;

export const listNames = operation({
  method: "GET",
  path: "/names",
  summary: "List the names that owners chose, or those that operators took away, the latest first",
  group: NAMES,
  refuses: ["invalid_cursor"],
  query: Type.Object({
    search: Type.Optional({
      ...storableText(MAX_NAME_TEXT),
      description: "A part of the name in any case of letters, or the beginning of the address",
    }),
    removed: Type.Boolean({ default: false, description: "true lists those that operators took away" }),
    limit: pageLimit({ default: 50, maximum: 200 }),
    before: Type.Optional(Type.String({ maxLength: MAX_PLACE, description: "`next` of the page before" })),
  }),
  answer: Type.Object({
    data: Type.Array(ListedName),
    next: OrNull(Type.String({ description: "Where the next page begins" })),
  }),
  handle: async ({ context, query: { search = "", removed, limit, before } }) => {
    const after = before === undefined ? undefined : readPlace(before);
    if (before !== undefined && after === undefined)
      return { rejection: reject("invalid_cursor", `before: expected next of a page, got "${before}"`) };
    const sql = await context.adHocSql();
    // One more row tells whether there is a next page.
    const wanted = { term: foldName(search), after, limit: limit + 1 };
    const rows = removed ? await listRemovedNames(sql, wanted) : await listBorneNames(sql, wanted);
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    const next = rows.length > limit && last !== undefined ? placeText(last) : null;
    return { body: { data: page.map(describeName), next } };
  },
});

type Row = BorneName | EndedName;

const placeText = (row: Row): string => `${"endedAt" in row ? row.endedAt : row.chosenAt}-${row.wallet}`;

function readPlace(text: string): NamePlace | undefined {
  const [, digits = "", wallet = ""] = /^([0-9]{1,16})-(0x[0-9a-f]{40})$/.exec(text) ?? [];
  const at = parseCount(digits);
  return at === undefined ? undefined : { at, wallet };
}

function describeName(row: Row): Type.Static<typeof ListedName> {
  const { wallet, name, chosenAt } = row;
  const removed =
    "endedAt" in row && row.operator !== null && row.reason !== null
      ? { time: timeAt(row.endedAt), operator: row.operator, reason: row.reason }
      : null;
  return { address: wallet, name, chosen: timeAt(chosenAt), removed };
}
