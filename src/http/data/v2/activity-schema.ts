/** The shapes of trades and activity in version 2, and the rows in them. */
import { Type } from "typebox";
import { collateralText } from "../../../core/units.ts";
import type { TransferKind, TransferRow } from "../../../store/reads/activity.ts";
import { NO_OUTCOME } from "../activity-schema.ts";
import type { Activity, Trade } from "../activity-schema.ts";
import { Pseudonym, WalletName } from "../../wallet-name.ts";
import type { Names } from "../../wallet-name.ts";
import { NoText, Wallet } from "./parameters.ts";

const PROFILE = {
  name: WalletName,
  pseudonym: Pseudonym,
  bio: NoText,
  profile_image: NoText,
  profile_image_optimized: NoText,
};

const Seconds = Type.Integer({ description: "Unix seconds" });
const Hash = Type.String({ description: "Hash of the journal's batch, 0x and 64 hex digits" });

const MARKET = {
  title: Type.String(),
  slug: Type.String(),
  icon: Type.String(),
  event_slug: Type.String(),
};

export const V2Trade = Type.Object({
  proxy_wallet: Wallet,
  side: Type.Enum(["BUY", "SELL"]),
  token_id: Type.String({ description: "Decimal" }),
  condition_id: Type.String(),
  size: Type.Number({ description: "Shares" }),
  price: Type.Number({ description: "Of a share" }),
  timestamp: Seconds,
  ...MARKET,
  outcome: Type.String(),
  outcome_index: Type.Integer(),
  ...PROFILE,
  transaction_hash: Hash,
});

export const V2Activity = Type.Object({
  proxy_wallet: Wallet,
  timestamp: Seconds,
  condition_id: Type.String({
    description: 'Of a conversion the first of the markets that were given; "" of a deposit or withdrawal',
  }),
  type: Type.Enum(["TRADE", "SPLIT", "MERGE", "REDEEM", "CONVERSION", "DEPOSIT", "WITHDRAWAL"]),
  size: Type.Number({ description: "Shares; of a REDEEM, a DEPOSIT or a WITHDRAWAL the collateral" }),
  usdc_size: Type.Number({ description: "Collateral, as usdcSize of GET /activity" }),
  transaction_hash: Hash,
  price: Type.Number({ description: "Of a share; 0 unless a TRADE" }),
  token_id: Type.String({ description: 'Decimal; "" where no outcome is meant' }),
  side: Type.String({ description: 'BUY or SELL; "" unless a TRADE' }),
  is_combo: Type.Literal(false),
  outcome_index: Type.Integer({ description: `${NO_OUTCOME} where no outcome is meant` }),
  ...MARKET,
  outcome: Type.String(),
  ...PROFILE,
});

const profileOf = ({ name, pseudonym }: Pick<Activity, "name" | "pseudonym">) =>
  ({ name, pseudonym, bio: "", profile_image: "", profile_image_optimized: "" }) as const;

/** A trade of version 1 in the words of version 2. */
export const tradeOf = (trade: Trade): Type.Static<typeof V2Trade> => ({
  proxy_wallet: trade.proxyWallet,
  side: trade.side,
  token_id: trade.asset,
  condition_id: trade.conditionId,
  size: trade.size,
  price: trade.price,
  timestamp: trade.timestamp,
  title: trade.title,
  slug: trade.slug,
  icon: trade.icon,
  event_slug: trade.eventSlug,
  outcome: trade.outcome,
  outcome_index: trade.outcomeIndex,
  ...profileOf(trade),
  transaction_hash: trade.transactionHash,
});

/** A row of version 1 in the words of version 2. */
export const activityOf = (row: Activity): Type.Static<typeof V2Activity> => ({
  proxy_wallet: row.proxyWallet,
  timestamp: row.timestamp,
  condition_id: row.conditionId,
  type: row.type,
  size: row.size,
  usdc_size: row.usdcSize,
  transaction_hash: row.transactionHash,
  price: row.price,
  token_id: row.asset,
  side: row.side,
  is_combo: false,
  outcome_index: row.outcomeIndex,
  title: row.title,
  slug: row.slug,
  icon: row.icon,
  event_slug: row.eventSlug,
  outcome: row.outcome,
  ...profileOf(row),
});

const TRANSFERS: { readonly [Kind in TransferKind]: "DEPOSIT" | "WITHDRAWAL" } = {
  deposit: "DEPOSIT",
  withdrawal: "WITHDRAWAL",
  debit: "WITHDRAWAL",
};

/** A deposit or a withdrawal: it belongs to no market. */
export function transferOf(
  { kind, wallet, at, cash, hash }: TransferRow,
  names: Names,
): Type.Static<typeof V2Activity> {
  const amount = Number(collateralText(cash));
  return {
    proxy_wallet: wallet,
    timestamp: Math.floor(at / 1000),
    condition_id: "",
    type: TRANSFERS[kind],
    size: amount,
    usdc_size: amount,
    transaction_hash: `0x${hash}`,
    price: 0,
    token_id: "",
    side: "",
    is_combo: false,
    outcome_index: NO_OUTCOME,
    title: "",
    slug: "",
    icon: "",
    event_slug: "",
    outcome: "",
    ...profileOf({ name: names.nameOf(wallet), pseudonym: names.pseudonymOf(wallet) }),
  };
}
