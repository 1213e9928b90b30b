/** GET /ledger: everything that changed what the caller's wallets have, newest first: their sum is what they have. */
import { Type } from "typebox";
import { isRejection } from "../../../core/rejection.ts";
import { findLedgerTop, listLedger as readLedger } from "../../../store/reads/ledger.ts";
import type { LedgerEntry, LedgerPlace } from "../../../store/reads/ledger.ts";
import { endpoint } from "../../endpoint.ts";
import { BALANCES } from "../groups.ts";
import { walkPage } from "../keyset-walk.ts";
import type { RowPlace } from "../keyset-walk.ts";
import { ACCOUNT_PAGE, PageOf } from "../listing-page.ts";
import { LedgerAnswer, ledgerAnswer } from "./ledger-entry.ts";
import { readOwnWallets, WalletFields } from "./wallet-request.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const listLedger = endpoint({
  method: "GET",
  path: "/ledger",
  summary: "List what changed the balances of the caller's wallets",
  group: BALANCES,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: ["wallet_taken", "unknown_account"],
  access: "key",
  query: Type.Object({
    ...WalletFields,
    next_cursor: Type.Optional(Type.String({ description: "From the page before; absent for the first" })),
  }),
  strict: true,
  answer: PageOf(LedgerAnswer),
  rows: ACCOUNT_PAGE,
  handle: async ({ context, dialect, query, caller }) => {
    const wallets = readOwnWallets(context, query, caller);
    if (isRejection(wallets)) return { rejection: wallets };
    const page = await walkPage({
      cursor: query.next_cursor,
      limit: ACCOUNT_PAGE,
      start: async () => findLedgerTop(await context.adHocSql()),
      read: async (place, limit) =>
        readLedger(await context.adHocSql(), { ...wallets, below: ledgerPlace(place), limit }),
      after: placeBelow,
    });
    if (isRejection(page)) return { rejection: page };
    const data = page.rows.map((entry) => ledgerAnswer(entry, dialect));
    return { body: { data, next_cursor: page.next_cursor, limit: ACCOUNT_PAGE, count: data.length } };
  },
});

const ledgerPlace = ([taker = 0, maker = 0, batch = 0, place = 0, leg = 0]: RowPlace): LedgerPlace => [
  taker,
  maker,
  batch,
  place,
  leg,
];

/** Each stream goes on below its last row, or where it was. */
function placeBelow(place: RowPlace, entries: readonly LedgerEntry[]): RowPlace {
  let [taker, maker, batch, inBatch, leg] = ledgerPlace(place);
  for (const entry of entries) {
    if (entry.role === "operation") [batch, inBatch, leg] = [entry.batch, entry.place, entry.leg];
    else if (entry.role === "taker") taker = entry.no;
    else maker = entry.no;
  }
  return [taker, maker, batch, inBatch, leg];
}
