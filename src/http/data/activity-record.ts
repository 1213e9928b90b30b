/** Activity of wallets as the data interface answers it, its keys in the order of the services that clients know. */
import {
  addMicros,
  collateralText,
  decimalText,
  NO_MICROS,
  priceNumber,
  subtractMicros,
} from "../../core/units.ts";
import type { Micros } from "../../core/units.ts";
import type { MarketDescription } from "../../store/catalog/market-descriptions.ts";
import type { ActivityKind, ActivityRow, FillRow } from "../../store/reads/activity.ts";
import { DIFFERENCES } from "../dialects/dialect-differences.ts";
import type { Dialect } from "../dialects/dialect.ts";
import { NO_OUTCOME, profileOf } from "./activity-schema.ts";
import type { Activity, Trade } from "./activity-schema.ts";
import { assetId } from "./asset-id.ts";
import { fillId } from "./trade-cursor.ts";
import type { Names } from "../wallet-name.ts";

/** A row of a page. */
export type ShownActivity = {
  readonly row: ActivityRow;
  readonly market: MarketDescription;
  readonly dialect: Dialect;
  readonly names: Names;
};

const TYPES: { readonly [Kind in ActivityKind]: Activity["type"] } = {
  trade: "TRADE",
  split: "SPLIT",
  merge: "MERGE",
  redemption: "REDEEM",
  conversion: "CONVERSION",
};

export function activityRecord(shown: ShownActivity): Activity {
  const { row, market, dialect, names } = shown;
  const { asset, outcomeIndex, outcome } = outcomeOf(shown);
  return {
    proxyWallet: row.wallet,
    timestamp: secondsOf(row),
    conditionId: market.conditionId,
    type: TYPES[row.kind],
    size: sharesNumber(row),
    usdcSize: exactNumber(
      DIFFERENCES.activityCash.does[dialect] === "size-times-price" ? row.cash : withFee(row),
    ),
    transactionHash: hashOf(row),
    price: priceNumber(row.price),
    asset,
    side: row.side ?? "",
    outcomeIndex,
    ...textsOf(market),
    outcome,
    ...profileOf(row.wallet, names),
  };
}

export type ShownFill = ShownActivity & { readonly row: FillRow };

export function tradeRecord(shown: ShownFill): Trade {
  const { row, market, dialect, names } = shown;
  const { asset, outcomeIndex, outcome } = outcomeOf(shown);
  return {
    ...(DIFFERENCES.tradeRows.does[dialect] === "with-ids" && { id: fillId(row) }),
    proxyWallet: row.wallet,
    side: row.side ?? "BUY",
    asset,
    conditionId: market.conditionId,
    size: sharesNumber(row),
    price: priceNumber(row.price),
    timestamp: secondsOf(row),
    ...(DIFFERENCES.tradeCash.does[dialect] !== "left-out" && { usdcSize: exactNumber(row.cash) }),
    ...textsOf(market),
    outcome,
    outcomeIndex,
    ...profileOf(row.wallet, names),
    transactionHash: hashOf(row),
  };
}

function outcomeOf({ row: { outcome }, market, dialect }: ShownActivity) {
  if (outcome === null) return { asset: "", outcomeIndex: NO_OUTCOME, outcome: "" };
  return {
    asset: assetId(dialect, market, outcome),
    outcomeIndex: outcome,
    outcome: market.outcomes[outcome],
  };
}

const textsOf = ({ title, slug, icon, eventSlug }: MarketDescription) => ({ title, slug, icon, eventSlug });

const secondsOf = ({ at }: ActivityRow): number => Math.floor(at / 1000);

const hashOf = ({ hash }: ActivityRow): string => `0x${hash}`;

/** Collateral that the party gave or got in all. */
function withFee({ cash, side, fee }: ActivityRow): Micros {
  if (side === "BUY") return addMicros(cash, fee);
  return subtractMicros(cash, side === "SELL" ? fee : NO_MICROS);
}

const sharesNumber = ({ size }: ActivityRow): number => Number(decimalText(size, 6));

/** The number nearest to the exact decimal. */
const exactNumber = (amount: Micros): number => Number(collateralText(amount));
