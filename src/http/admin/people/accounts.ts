/** Accounts at the operator API: open, list, show, annotate, credit and debit. */
import { Type } from "typebox";
import type { Context } from "../../../context.ts";
import { rejectUnsigned, unknownAccount } from "../../../core/ledger/accounts.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import type { RejectionCode } from "../../../core/rejection.ts";
import { availableCollateral } from "../../../core/state.ts";
import type { Account } from "../../../core/state.ts";
import {
  NO_MICROS,
  collateralText,
  outcomePrice,
  parseCount,
  priceText,
  sharePriceText,
  sharesText,
  subtractMicros,
} from "../../../core/units.ts";
import type { People, PeopleSearch } from "../../../engine/operators/people.ts";
import {
  findMarketTexts,
  listAccountPositions,
  listAccountsByAddress,
  listLatestAccounts,
} from "../../../store/reads/accounts/accounts.ts";
import type { AccountPosition, ListedAccount, MarketTexts } from "../../../store/reads/accounts/accounts.ts";
import { findBan, listAudit, listSubjectsByReason } from "../../../store/reads/audit.ts";
import type { AuditEntry, Ban } from "../../../store/reads/audit.ts";
import { findLedgerTop, listLedger } from "../../../store/reads/accounts/ledger.ts";
import type { LedgerEntry, LedgerFill } from "../../../store/reads/accounts/ledger.ts";
import { listLiveOrders } from "../../../store/reads/orders.ts";
import type { OrderRecord } from "../../../store/reads/orders.ts";
import type { Sql } from "../../../store/sql/database.ts";
import type { Endpoint } from "../../operation/endpoint.ts";
import { LedgerType, computeFillCollateral, findOperationCondition } from "../../values/ledger-facts.ts";
import { pageLimit } from "../../operation/page-limit.ts";
import { strictObject } from "../../operation/strict-object.ts";
import { FOUND_ORDER, PersonText, textLines } from "../../values/shown-text.ts";
import { OrNull, Time, timeAt } from "../../values/resolution-answer.ts";
import { halfTicksText } from "../../values/shown-prices.ts";
import { AmountSchema, readCollateral } from "../../values/amount.ts";
import { MarketStatus } from "../../trading/markets/market-record.ts";
import { WalletName, readWallet } from "../../values/wallets.ts";
import type { Names } from "../../values/wallets.ts";
import { changeOperation, readOperation, COLLATERAL, OWNERS, changeBody } from "../operation.ts";
import { listWalletKeys } from "./keys.ts";
import { AccountParams, GivenWallet } from "../path-params.ts";

/** Audit action of a note; the entry's reason is the note's text. */
export const NOTE = "note";

const MAX_NOTE = 1000;

const AddedNote = Type.Object({
  address: Type.String(),
  time: Type.String({ description: "ISO 8601" }),
  operator: Type.String(),
  text: Type.String(),
});

/** POST /accounts/{address}/notes: a note about an account, for other operators. It stays in the audit log permanently. */
export const addNote = changeOperation({
  path: "/accounts/:address/notes",
  summary: "Note something about an account, for other operators",
  group: OWNERS,
  refuses: ["unknown_account"],
  params: AccountParams,
  body: strictObject({ text: textLines(MAX_NOTE, "The note; it is kept for good, in the audit log") }),
  answer: AddedNote,
  act: async (call) => {
    const { context, params, body, operator } = call;
    const address = readWallet(params.address);
    if (isRejection(address)) return address;
    if (context.engine.exchange.accountByAddress.get(address) === undefined) return unknownAccount(address);
    return call.execute({ action: NOTE, subject: address, reason: body.text }, ({ at }) => ({
      address,
      time: timeAt(at),
      operator: operator.name,
      text: body.text,
    }));
  },
});

/** An account in a list. */
const ListedAccountAnswer = Type.Object({
  address: Type.String(),
  name: WalletName,
  owner: Type.String({ description: "The wallet whose key signs for it; itself mostly" }),
  balance: Type.String({ description: "Collateral, with what its open orders hold" }),
  available: Type.String({ description: "Collateral that no open order holds" }),
  openOrders: Type.Integer(),
  positionsValue: Type.String({ description: "Worth of its shares at the shown prices, rounded down" }),
  joined: OrNull(Time),
  banned: Type.Boolean({ description: "True while the orders of its owner are refused" }),
});

const MAX_CURSOR = 500;
/** Maximum wallets found by their notes. */
const MAX_FOUND_BY_NOTE = 500;

/** GET /accounts: pages of accounts, all of them or the matches of a search for people. */
export const listAccounts = readOperation({
  path: "/accounts",
  summary:
    "List accounts with their balances, orders and the worth of their shares, the latest first, or search them",
  group: COLLATERAL,
  refuses: ["invalid_cursor"],
  query: Type.Object({
    search: Type.Optional({
      ...PersonText,
      description: `${PersonText.description}; here also the beginning of a later word of a generated name, or a part of a note. ${FOUND_ORDER}, then notes`,
    }),
    limit: pageLimit({ default: 50, maximum: 200 }),
    before: Type.Optional(Type.String({ maxLength: MAX_CURSOR, description: "`next` of the page before" })),
  }),
  answer: Type.Object({
    data: Type.Array(ListedAccountAnswer),
    next: OrNull(Type.String({ description: "Where the next page begins" })),
  }),
  read: async ({ context, query: { search, limit, before } }) => {
    const after = before === undefined ? undefined : parseCount(before);
    if (before !== undefined && after === undefined)
      return reject("invalid_cursor", `before: expected next of a page, got "${before}"`);
    const sql = await context.adHocSql();
    const { accounts, next } = await (search === undefined
      ? readLatest(sql, after, limit)
      : searchAccounts(sql, context.people, { text: search, offset: after ?? 0, limit }));
    const data = accounts.map((account) => describeAccount(account, context.names));
    return { data, next: next === null ? null : String(next) };
  },
});

type Page = {
  readonly accounts: readonly ListedAccount[];
  /** Start of the next page; `null` after the last. */
  readonly next: number | null;
};

/** Reads the accounts with the highest numbers below `below`. One extra row shows whether there is a next page. */
async function readLatest(sql: Sql, below: number | undefined, limit: number): Promise<Page> {
  const found = await listLatestAccounts(sql, { below, limit: limit + 1 });
  const accounts = found.slice(0, limit);
  return { accounts, next: found.length > limit ? (accounts.at(-1)?.no ?? null) : null };
}

async function searchAccounts(sql: Sql, people: People, search: PeopleSearch): Promise<Page> {
  const { offset, limit } = search;
  const noteSearch = { action: NOTE, text: search.text.trim(), limit: MAX_FOUND_BY_NOTE };
  const wide = { more: noteSearch.text === "" ? [] : await listSubjectsByReason(sql, noteSearch) };
  const found = await people.find(sql, { ...search, wide, limit: limit + 1 });
  const accounts = await listAccountsByAddress(sql, found.slice(0, limit));
  return { accounts, next: found.length > limit ? offset + limit : null };
}

const describeAccount = (
  { address, collateral, held, worth, joinedAt, ...account }: ListedAccount,
  names: Pick<Names, "nameOf">,
) => ({
  address,
  name: names.nameOf(address),
  owner: account.owner,
  balance: collateralText(collateral),
  available: collateralText(subtractMicros(collateral, held)),
  openOrders: account.openOrders,
  positionsValue: collateralText(worth),
  joined: joinedAt === null ? null : timeAt(joinedAt),
  banned: account.banned,
});

// One account, as the operator API describes it.

const Text = Type.String();
const Collateral = (description: string) => Type.String({ description });
const Side = Type.Enum(["BUY", "SELL"]);

const MarketReferenceFields = { conditionId: Text, question: Text };

const Position = Type.Object({
  ...MarketReferenceFields,
  status: MarketStatus,
  outcome: Text,
  shares: Text,
  held: Type.String({ description: "Shares of these that open orders hold" }),
  average: Type.String({ description: "Average cost of a share" }),
  price: Type.String({ description: "The shown price, or the payout, in USDC" }),
  worth: Collateral("At that price, rounded down"),
});

const OpenOrder = Type.Object({
  id: Text,
  ...MarketReferenceFields,
  outcome: Text,
  side: Side,
  price: Text,
  size: Text,
  filled: Text,
  placed: Time,
  expires: OrNull(Time),
});

const HistoryEntry = Type.Object({
  time: Time,
  type: LedgerType,
  sequence: Type.Integer({ description: "The journal's number of the batch" }),
  conditionId: OrNull(Type.String({ description: "Of what was done on one market" })),
  question: OrNull(Text),
  outcome: OrNull(Type.String({ description: "Of a trade" })),
  side: OrNull(Side),
  price: OrNull(Type.String({ description: "Of a trade, in USDC from 0 to 1" })),
  shares: OrNull(Type.String({ description: "Number of shares of a trade" })),
  collateral: Collateral("Added to the account, negative when taken; of a trade net of the fee"),
});

const NoteAnswer = Type.Object({
  time: Time,
  operator: Text,
  text: Text,
  sequence: Type.Integer({ description: "The journal's number of the batch" }),
});

export const AccountAnswer = Type.Object({
  ...ListedAccountAnswer.properties,
  held: Collateral("Collateral that its open orders hold"),
  ban: OrNull(
    Type.Object(
      { time: Time, operator: OrNull(Text), reason: OrNull(Text) },
      { description: "Of its owner; null while it may trade" },
    ),
  ),
  keys: Type.Integer({ description: "Keys of its owner that can be used" }),
  positionsCount: Type.Integer({ description: "Positions with shares, shown or not" }),
  positions: Type.Array(Position, { description: "Those worth most first" }),
  orders: Type.Array(OpenOrder, { description: "Its open orders, as they were placed" }),
  history: Type.Array(HistoryEntry, { description: "Trades and other moves, the latest first" }),
  notes: Type.Array(NoteAnswer, { description: "What operators noted, the latest first" }),
});

const describePosition = (position: AccountPosition) => ({
  conditionId: position.conditionId,
  question: position.question,
  status: position.status,
  outcome: position.outcome,
  shares: sharesText(position.lots),
  held: sharesText(position.held),
  average: sharePriceText(position.average),
  price: halfTicksText(position.halfTicks),
  worth: collateralText(position.worth),
});

type Texts = ReadonlyMap<string, MarketTexts>;

const describeOrder = (order: OrderRecord, texts: Texts) => ({
  id: order.id,
  conditionId: order.conditionId,
  question: texts.get(order.conditionId)?.question ?? "",
  outcome: order.outcomeLabel,
  side: order.side,
  price: priceText(order.limit),
  size: sharesText(order.lots),
  filled: sharesText(order.filled),
  placed: timeAt(order.placedAt),
  expires: order.expiresAt === 0 ? null : timeAt(order.expiresAt),
});

function describeEntry(entry: LedgerEntry, texts: Texts) {
  const conditionId = getCondition(entry);
  const marketTexts = conditionId === null ? undefined : texts.get(conditionId);
  const entryFields = { time: timeAt(entry.at), sequence: entry.batch };
  const market = { conditionId, question: marketTexts?.question ?? null };
  if (entry.role !== "operation")
    return { ...entryFields, type: "trade" as const, ...market, ...describeFill(entry, marketTexts) };
  const { kind: type, collateral } = entry;
  return {
    ...entryFields,
    type,
    ...market,
    outcome: null,
    side: null,
    price: null,
    shares: null,
    collateral: collateralText(collateral),
  };
}

/** Returns the condition id of an entry about one market; `null` for any other entry. */
const getCondition = (entry: LedgerEntry): string | null =>
  (entry.role === "operation" ? findOperationCondition(entry) : entry.conditionId) ?? null;

function describeFill(fill: LedgerFill, texts: MarketTexts | undefined) {
  const { side, outcome } = fill;
  return {
    outcome: texts?.outcomes[outcome] ?? null,
    side,
    price: priceText(outcomePrice(fill.price, outcome)),
    shares: sharesText(fill.lots),
    collateral: collateralText(computeFillCollateral(fill)),
  };
}

const describeNote = ({ at, operator, reason, batch }: AuditEntry) => ({
  time: timeAt(at),
  operator,
  text: reason,
  sequence: batch,
});

const describeBan = ({ at, operator, reason }: Ban) => ({ time: timeAt(at), operator, reason });

/** GET /accounts/{address}: one account with its balance, positions, open orders, latest moves and notes. */
export const getAccount = readOperation({
  path: "/accounts/:address",
  summary: "Get an account: what it has, its open orders, what it did lately, and the notes about it",
  group: COLLATERAL,
  refuses: ["unknown_account"],
  params: AccountParams,
  query: Type.Object({ limit: pageLimit({ default: 50, maximum: 500 }) }),
  answer: AccountAnswer,
  read: async ({ context, params, query }) => {
    const address = readWallet(params.address);
    if (isRejection(address)) return address;
    const sql = await context.adHocSql();
    const [account] = await listAccountsByAddress(sql, [address]);
    if (account === undefined) return unknownAccount(address);
    const { limit } = query;
    const keys = await listWalletKeys(context, account.owner);
    return {
      ...describeAccount(account, context.names),
      held: collateralText(account.held),
      keys: keys.filter(({ revokedAt }) => revokedAt === null).length,
      ...(await readState(context, account)),
      ...(await readLists(sql, account, limit)),
    };
  },
});

async function readState(context: Context, { address, owner }: ListedAccount) {
  const sql = await context.adHocSql();
  const ban = await findBan(sql, owner);
  const filter = { subject: address, action: NOTE, operator: undefined, before: undefined };
  const notes = await listAudit(sql, { ...filter, limit: MAX_NOTES });
  return { ban: ban === undefined ? null : describeBan(ban), notes: notes.map(describeNote) };
}

const MAX_NOTES = 500;

async function readLists(sql: Sql, { address, owner }: ListedAccount, limit: number) {
  const positions = await listAccountPositions(sql, { address, limit });
  const orders = await listLiveOrders(sql, { owner, maker: address, after: 0, limit, unit: "fill" });
  const below = await findLedgerTop(sql);
  const history = await listLedger(sql, { owner, address, below, limit });
  const conditions = [
    ...orders.map(({ conditionId }) => conditionId),
    ...history.flatMap((entry) => getCondition(entry) ?? []),
  ];
  const texts = await findMarketTexts(sql, conditions);
  return {
    positionsCount: positions[0]?.total ?? 0,
    positions: positions.map(describePosition),
    orders: orders.map((order) => describeOrder(order, texts)),
    history: history.map((entry) => describeEntry(entry, texts)),
  };
}

/**
 * POST /accounts: opens an empty account for a wallet. Outside the sandbox no account opens by itself: only the operator
 * knows which key signs for a contract wallet, and who is admitted.
 */
export const openAccount = changeOperation({
  path: "/accounts",
  summary: "Open the account of a wallet",
  group: COLLATERAL,
  refuses: ["wallet_taken"],
  role: "treasury",
  body: changeBody({
    address: GivenWallet,
    owner: Type.Optional(
      Type.String({
        maxLength: 100,
        description: "The wallet whose key signs for it, when it is a contract wallet; itself otherwise",
      }),
    ),
  }),
  answer: Type.Object({
    address: Type.String(),
    owner: Type.String(),
    opened: Type.Boolean({ description: "False when it was open before, and nothing was done" }),
  }),
  act: async (call) => {
    const { body } = call;
    const address = readWallet(body.address);
    if (isRejection(address)) return address;
    const owner = body.owner === undefined ? address : readWallet(body.owner, "owner");
    if (isRejection(owner)) return owner;
    return call.execute(
      {
        action: "open-account",
        subject: address,
        details: { owner },
        command: { type: "open-account", address, owner, credit: NO_MICROS },
      },
      ({ events }) => ({
        address,
        owner,
        opened: events.length > 0,
      }),
    );
  },
});

// Moves of collateral by operators: POST /credits adds to an account, POST /debits takes from it.

type Move = {
  readonly type: "credit" | "debit";
  readonly path: string;
  readonly summary: string;
  readonly refuses: readonly RejectionCode[];
};

const moveCollateral = ({ type, path, summary, refuses }: Move): Endpoint =>
  changeOperation({
    path,
    summary,
    group: COLLATERAL,
    refuses,
    role: "treasury",
    body: changeBody({ address: GivenWallet, amount: AmountSchema("Collateral, up to six decimals") }),
    answer: Type.Object({
      address: Type.String(),
      amount: Collateral("What was moved, in USDC"),
      balance: Collateral("What the account has now, in USDC"),
      available: Collateral("What of it no open order holds, in USDC"),
    }),
    act: async (call) => {
      const { body } = call;
      const address = readWallet(body.address);
      if (isRejection(address)) return address;
      const unsigned = type === "credit" ? rejectUnsigned(address) : undefined;
      if (unsigned !== undefined) return unsigned;
      const amount = readCollateral(body.amount);
      if (isRejection(amount)) return amount;
      const text = collateralText(amount);
      const command = { type, address, amount };
      return call.execute(
        { action: type, subject: address, details: { amount: text }, command },
        ({ exchange }) => ({ address, amount: text, ...describe(exchange.accountByAddress.get(address)) }),
      );
    },
  });

const describe = (account: Account | undefined) =>
  account && {
    balance: collateralText(account.collateral),
    available: collateralText(availableCollateral(account)),
  };

/** POST /credits: credits collateral that the operator received for an account, which must be open. */
export const creditAccount = moveCollateral({
  type: "credit",
  path: "/credits",
  summary: "Add collateral to an account",
  refuses: ["unknown_account", "wallet_taken", "amount_too_large"],
});

/** POST /debits: debits collateral of an account that no open order holds. */
export const debitAccount = moveCollateral({
  type: "debit",
  path: "/debits",
  summary: "Take collateral from an account",
  refuses: ["insufficient_balance", "unknown_account"],
});
