/** Trades, volumes and fees attributed to builder codes. */
import { Type } from "typebox";
import type { PlaceOrder } from "../../../core/events/command.ts";
import { isRejection, reject } from "../../../core/rejection.ts";
import { NO_MICROS, collateralText, decimalText } from "../../../core/units.ts";
import { DAY_MS } from "../../../store/catalog/catalog-records.ts";
import type { ActiveKey } from "../../../store/keys/api-keys.ts";
import { listBuilderDays } from "../../../store/reads/accounts/builders.ts";
import type { BuilderDay } from "../../../store/reads/accounts/builders.ts";
import type { TradeFilter } from "../../../store/reads/fills.ts";
import type { TradeRecord } from "../../../store/reads/trades.ts";
import { DIFFERENCES } from "../../dialects/dialect-differences.ts";
import type { Dialect } from "../../dialects/dialect.ts";
import { endpoint } from "../../operation/endpoint.ts";
import { ONLY_INTERFACE_LIMIT, TRADING_LIMITS } from "../../guard/rate-limits.ts";
import { BUILDER_PATTERN } from "../../operation/id-patterns.ts";
import { lazyRows } from "../../guard/slow-queries/json-slices.ts";
import { WALLET_FORMAT } from "../../values/wallets.ts";
import { COLLATERAL_DECIMALS } from "../../values/amount.ts";
import { TRADES } from "../groups.ts";
import { ACCOUNT_PAGE, END_CURSOR, pageSchema, cursorAt } from "../pages.ts";
import { TradeQuery, readFills, readTradeFilter, tradeAnswer, tradePage, tradeSchema } from "./trades.ts";
import type { TradeAnswer, TradeView } from "./trades.ts";

// The code of a builder, which shows whose client sent an order: the builder's wallet address, padded to 32 bytes. An order
// of version 2 signs the code. Version 1 has no such field: the code of the builder who signed the request counts.

/** Returns the builder code: 0x and 64 hex digits, lower case. A value that is a code already stays the same. */
const builderCode = (address: string): string => `0x${address.slice(2).padStart(64, "0")}`;

/** Adds the request signer's builder code to an order whose version has no builder field. */
export function attributeOrder(command: PlaceOrder, builder: ActiveKey | undefined): PlaceOrder {
  const { signed } = command;
  if (builder === undefined || signed.builder !== "") return command;
  return { ...command, signed: { ...signed, builder: builderCode(builder.address) } };
}

// A trade in builders' listings: the record of a trade, and the field names that clients read of builders' trades. This
// exchange gives builders no share of its fees.

const Text = Type.String();

const NAMES = {
  tradeType: Text,
  takerOrderHash: Text,
  builder: Type.String({ description: "The wallet that the code names by its last 20 bytes" }),
  builderCode: Type.String({ description: "0x and 64 hex digits" }),
  builderFee: Text,
  assetId: Text,
  sizeUsdc: Type.String({ description: "size x price" }),
  outcomeIndex: Type.Integer(),
  maker: Text,
  transactionHash: Text,
  matchTime: Text,
  bucketIndex: Type.Integer(),
  feeUsdc: Text,
  err_msg: Type.Null(),
  createdAt: Type.String({ description: "ISO 8601" }),
  updatedAt: Type.String({ description: "ISO 8601" }),
};
const Names = Type.Object(NAMES);
type BuilderTradeAnswer = TradeAnswer & Type.Static<typeof Names>;

const builderTradeSchema = (dialect: Dialect) =>
  Type.Object({ ...tradeSchema(dialect).properties, ...NAMES });

function builderTradeAnswer(trade: TradeRecord, view: TradeView): BuilderTradeAnswer {
  const tradeFields = tradeAnswer(trade, view);
  const code = trade.builder ?? "";
  const at = new Date(trade.at).toISOString();
  return {
    ...tradeFields,
    tradeType: tradeFields.trader_side,
    takerOrderHash: tradeFields.taker_order_id,
    builder: `0x${code.slice(-40)}`,
    builderCode: `0x${code}`,
    builderFee: "0",
    assetId: tradeFields.asset_id,
    sizeUsdc: collateralText(trade.totals.micros),
    outcomeIndex: trade.taker.outcome,
    maker: tradeFields.maker_address,
    transactionHash: tradeFields.transaction_hash,
    matchTime: tradeFields.match_time,
    bucketIndex: tradeFields.bucket_index,
    feeUsdc: tradeFields.fee,
    err_msg: null,
    createdAt: at,
    updatedAt: new Date(view.settlements?.find(trade.no)?.ended?.at ?? trade.at).toISOString(),
  };
}

const hasOnlyPages = (dialect: Dialect): boolean => DIFFERENCES.builderTrades.does[dialect] === "page";

/**
 * GET /builder/trades: trades whose taker order has a builder code. With `builder_code`: that builder's trades, for any
 * caller. With a builder key: the key owner's trades; with an API key: the caller's. The answer is a page if a cursor is
 * sent or the dialect's clients read only pages. Otherwise it is a bare array with the next cursor in a header.
 */
export const listBuilderTrades = endpoint({
  method: "GET",
  path: "/builder/trades",
  summary: "List trades attributed to a builder",
  group: TRADES,
  limits: [TRADING_LIMITS.trades],
  access: "key-or-code",
  query: Type.Object({
    ...TradeQuery,
    builder_code: Type.Optional(
      Type.String({
        description: "Builder code, 0x and 64 hex digits; without it, the trades of the caller's key",
      }),
    ),
  }),
  answer: (dialect) => {
    const Trade = builderTradeSchema(dialect);
    const Page = pageSchema(Trade);
    return hasOnlyPages(dialect) ? Page : Type.Union([Type.Array(Trade), Page]);
  },
  rows: ACCOUNT_PAGE,
  handle: async ({ context, dialect, query, builder, caller }) => {
    const filter = readTradeFilter(query, context.engine.exchange);
    if (isRejection(filter)) return { rejection: filter };
    const code = query.builder_code?.toLowerCase() ?? (builder && builderCode(builder.address));
    if (code !== undefined && !/^0x[0-9a-f]{64}$/.test(code)) {
      return {
        rejection: reject(
          "invalid_payload",
          `builder_code: expected 0x and 64 hex digits, got "${query.builder_code}"`,
        ),
      };
    }
    const scopedFilter: TradeFilter =
      code === undefined
        ? { ...filter, builder: "any", owner: caller?.address }
        : { ...filter, builder: code.slice(2) };
    const view = { dialect, caller: scopedFilter.owner, settlements: context.settlements };
    const show = (trade: TradeRecord) => builderTradeAnswer(trade, view);
    const listing = { dialect, filter: scopedFilter, show };
    if (query.next_cursor !== undefined || hasOnlyPages(dialect))
      return tradePage(context, listing, query.next_cursor);
    const rows = await readFills(context, scopedFilter, { offset: 0, limit: ACCOUNT_PAGE + 1 });
    const next = rows.length > ACCOUNT_PAGE ? cursorAt(ACCOUNT_PAGE) : END_CURSOR;
    return { body: lazyRows(rows.slice(0, ACCOUNT_PAGE), show), headers: { "x-next-cursor": next } };
  },
});

const MAX_DAYS = 365;

const Collateral = Type.String({ description: "Collateral that changed hands" });

/** GET /builder/volume: the volume of incoming orders with a builder's code, in total and by day. */
export const getBuilderVolume = endpoint({
  method: "GET",
  path: "/builder/volume",
  summary: "Get the volume attributed to a builder",
  group: TRADES,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({
    builder: Type.Union([Type.String({ pattern: BUILDER_PATTERN }), Type.String({ format: WALLET_FORMAT })], {
      description: "Builder code, 0x and 64 hex digits, or the wallet whose address the code is",
    }),
    days: Type.Integer({
      default: 30,
      minimum: 1,
      maximum: MAX_DAYS,
      description: "Days of the period, in UTC; today is the last",
    }),
  }),
  strict: true,
  answer: Type.Object({
    builder: Type.String({ description: "As asked for, in lower case" }),
    total: Collateral,
    periodTotal: Collateral,
    periodDays: Type.Integer(),
    daily: Type.Array(Type.Object({ date: Type.String(), volume: Collateral }), {
      description: "Every day of the period, the first one first",
    }),
    generatedAt: Type.String({ description: "ISO 8601" }),
  }),
  handle: async ({ context, query: { builder, days } }) => {
    const requestedBuilder = builder.toLowerCase();
    const builderDays = await listBuilderDays(await context.sql(), builderCode(requestedBuilder).slice(2));
    const now = context.clock();
    const today = Math.floor(now / DAY_MS);
    const first = today - days + 1;
    const volumes = new Map(builderDays.map(({ day, volume }) => [day, volume]));
    const period = Array.from({ length: days }, (_none, index) => first + index);
    return {
      body: {
        builder: requestedBuilder,
        total: totalText(builderDays),
        periodTotal: totalText(builderDays.filter(({ day }) => day >= first && day <= today)),
        periodDays: days,
        daily: period.map((day) => ({
          date: new Date(day * DAY_MS).toISOString().slice(0, "YYYY-MM-DD".length),
          volume: collateralText(volumes.get(day) ?? NO_MICROS),
        })),
        generatedAt: new Date(now).toISOString(),
      },
    };
  },
});

const totalText = (days: readonly BuilderDay[]): string =>
  decimalText(
    days.reduce((total, { volume }) => total + BigInt(volume), 0n),
    COLLATERAL_DECIMALS,
  );

const AlwaysZero = (description: string) => Type.Literal(0, { description });

const BuilderFees = Type.Object({
  builder_maker_flat_fee_bps: AlwaysZero("Kuest's name of what resting orders pay"),
  builder_taker_fee_share_bps: AlwaysZero("Kuest's name of the builder's share of what incoming orders pay"),
  builder_maker_fee_rate_bps: AlwaysZero("What resting orders pay"),
  builder_taker_fee_rate_bps: AlwaysZero("What incoming orders pay"),
});

const NO_BUILDER_FEES: Type.Static<typeof BuilderFees> = {
  builder_maker_flat_fee_bps: 0,
  builder_taker_fee_share_bps: 0,
  builder_maker_fee_rate_bps: 0,
  builder_taker_fee_rate_bps: 0,
};

/** GET /fees/builder-fees/{code}: the fees that orders with a builder's code pay to the builder, always zero here. */
export const getBuilderFees = endpoint({
  method: "GET",
  path: "/fees/builder-fees/:code",
  fromMemory: true,
  summary: "Get the fees of a builder: none, since this exchange charges no builder fees",
  group: TRADES,
  limits: ONLY_INTERFACE_LIMIT,
  params: Type.Object({
    code: Type.String({
      pattern: BUILDER_PATTERN,
      description: "Builder code, 0x and 64 hex digits; any counts as known",
    }),
  }),
  answer: BuilderFees,
  handle: () => ({ body: NO_BUILDER_FEES }),
});
