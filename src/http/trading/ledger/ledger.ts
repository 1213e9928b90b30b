/** GET /ledger: every change of a wallet's collateral and shares. */
import { Type } from "typebox";
import { isRejection } from "../../../core/rejection.ts";
import { collateralText, outcomePrice, priceText, sharesText, negate } from "../../../core/units.ts";
import { checksumAddress } from "../../../signing/address.ts";
import { findLedgerTop, listLedger as readLedger } from "../../../store/reads/accounts/ledger.ts";
import type {
  LedgerEntry,
  LedgerFill,
  LedgerOperation,
  LedgerCursor,
} from "../../../store/reads/accounts/ledger.ts";
import { tradeId } from "../../../store/reads/fills.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { endpoint } from "../../operation/endpoint.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";
import { LedgerType, computeFillCollateral, findOperationCondition } from "../../values/ledger-facts.ts";
import { BALANCES } from "../groups.ts";
import { ACCOUNT_PAGE, answerPage, pageSchema, walkPage, CursorField } from "../pages.ts";
import type { RowCursor } from "../pages.ts";
import { timeText } from "../trades/trades.ts";
import { WalletFields, readOwnWallets } from "./wallet-request.ts";
import { OUTCOMES } from "../../../core/state.ts";

// An entry of the ledger on the wire. Amounts are positive if added to the wallet, negative if taken from it: all entries
// of a wallet sum to its balance. The collateral of a fill is net of its fee.

const Text = Type.String();
const Blank = (description: string) => Type.String({ description: `${description}; blank of anything else` });

export const LedgerAnswer = Type.Object({
  id: Type.String({ description: "Of a trade its id, a point, and taker or maker" }),
  type: LedgerType,
  address: Type.String({ description: "The wallet" }),
  time: Text,
  condition_id: Blank("Of what was done on one market"),
  asset_id: Blank("Token id of a trade"),
  side: Blank("Of the wallet's own order in a trade"),
  price: Blank("Of the token in a trade, in USDC"),
  collateral: Type.String({
    description: "Added to the wallet, negative when taken; of a trade net of the fee",
  }),
  shares: Type.Array(Type.Object({ asset_id: Text, amount: Text }), {
    description: "Added to the wallet, negative when taken, by token",
  }),
  fee: Type.String({ description: "What the trade cost the wallet besides its price, in USDC" }),
  transaction_hash: Text,
});
type LedgerAnswer = Type.Static<typeof LedgerAnswer>;

const ledgerAnswer = (entry: LedgerEntry, dialect: Dialect): LedgerAnswer => ({
  ...(entry.role === "operation" ? operationAnswer(entry) : fillAnswer(entry)),
  address: checksumAddress(entry.address),
  time: timeText(entry.at, dialect),
  transaction_hash: `0x${entry.hash.toString("hex")}`,
});

function fillAnswer(fill: LedgerFill) {
  const { no, role, conditionId, tokenId, outcome, side, fee } = fill;
  const price = outcomePrice(fill.price, outcome);
  const shares = side === "BUY" ? fill.lots : negate(fill.lots);
  return {
    id: `${tradeId(no)}.${role}`,
    type: "trade" as const,
    condition_id: conditionId,
    asset_id: tokenId,
    side,
    price: priceText(price),
    collateral: collateralText(computeFillCollateral(fill)),
    shares: [{ asset_id: tokenId, amount: sharesText(shares) }],
    fee: collateralText(fee),
  };
}

function operationAnswer({ batch, place, leg, kind, collateral, legs }: LedgerOperation) {
  const shares = legs.flatMap(({ tokenIds, lots: added }) =>
    OUTCOMES.map((outcome) => ({ asset_id: tokenIds[outcome], added: added[outcome] })),
  );
  return {
    id: leg === 0 ? `${batch}.${place}` : `${batch}.${place}.${leg}`,
    type: kind,
    condition_id: findOperationCondition({ legs }) ?? "",
    asset_id: "",
    side: "",
    price: "",
    collateral: collateralText(collateral),
    shares: shares
      .filter(({ added }) => added !== 0)
      .map(({ asset_id, added }) => ({ asset_id, amount: sharesText(added) })),
    fee: "0",
  };
}

/** GET /ledger: all changes of the balances of the caller's wallets, newest first; they sum to the balances. */
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
    ...CursorField,
  }),
  strict: true,
  answer: pageSchema(LedgerAnswer),
  rows: ACCOUNT_PAGE,
  handle: async ({ context, dialect, query, caller }) => {
    const wallets = readOwnWallets(context, query, caller);
    if (isRejection(wallets)) return { rejection: wallets };
    const page = await walkPage({
      cursor: query.next_cursor,
      limit: ACCOUNT_PAGE,
      start: async () => findLedgerTop(await context.adHocSql()),
      read: async (place, limit) =>
        readLedger(await context.adHocSql(), { ...wallets, below: buildLedgerCursor(place), limit }),
      after: findCursorBelow,
    });
    if (isRejection(page)) return { rejection: page };
    return answerPage(
      page,
      page.rows.map((entry) => ledgerAnswer(entry, dialect)),
    );
  },
});

const buildLedgerCursor = ([
  taker = 0,
  maker = 0,
  batch = 0,
  place = 0,
  leg = 0,
]: RowCursor): LedgerCursor => [taker, maker, batch, place, leg];

/** Returns the position below these entries. A role without entries keeps its position. */
function findCursorBelow(place: RowCursor, entries: readonly LedgerEntry[]): RowCursor {
  let [taker, maker, batch, inBatch, leg] = buildLedgerCursor(place);
  for (const entry of entries) {
    if (entry.role === "operation") [batch, inBatch, leg] = [entry.batch, entry.place, entry.leg];
    else if (entry.role === "taker") taker = entry.no;
    else maker = entry.no;
  }
  return [taker, maker, batch, inBatch, leg];
}
