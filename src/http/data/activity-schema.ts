/** The shapes of what wallets did: a row of their activity, and a trade. */
import { Type } from "typebox";
import type { Dialect } from "../dialects/dialect.ts";
import { Pseudonym, WalletName } from "../wallet-name.ts";
import type { Names } from "../wallet-name.ts";

const PROFILE = {
  name: WalletName,
  pseudonym: Pseudonym,
  bio: Type.Literal(""),
  profileImage: Type.Literal(""),
  profileImageOptimized: Type.Literal(""),
};

/** Makes the profile of a wallet, which is blank but for its names. */
export const profileOf = (wallet: string, names: Names) =>
  ({
    name: names.nameOf(wallet),
    pseudonym: names.pseudonymOf(wallet),
    bio: "",
    profileImage: "",
    profileImageOptimized: "",
  }) as const;

const Wallet = Type.String({ description: "Lower case" });
const Timestamp = Type.Integer({ description: "Unix seconds" });
const Hash = Type.String({ description: "Hash of the journal's batch, 0x and 64 hex digits" });
const TOKEN = "The token: condition id, colon and outcome, or its decimal id";

/** Value of outcomeIndex where no outcome is meant. */
export const NO_OUTCOME = 999;

export const Activity = Type.Object({
  proxyWallet: Wallet,
  timestamp: Timestamp,
  conditionId: Type.String({ description: "Of a conversion the first of the markets that were given" }),
  type: Type.Enum(["TRADE", "SPLIT", "MERGE", "REDEEM", "CONVERSION"]),
  size: Type.Number({
    description: "Shares; of a REDEEM what it paid, or the shares that were worth nothing",
  }),
  usdcSize: Type.Number({
    description:
      "Collateral: size x price exactly, in the Polymarket dialect with the fee that was paid; 0 of a lost REDEEM",
  }),
  transactionHash: Hash,
  price: Type.Number({ description: "Of a share; 0 unless a TRADE" }),
  asset: Type.String({ description: `${TOKEN}; "" where no outcome is meant` }),
  side: Type.String({ description: 'BUY or SELL; "" unless a TRADE' }),
  outcomeIndex: Type.Integer({ description: `${NO_OUTCOME} where no outcome is meant` }),
  title: Type.String(),
  slug: Type.String(),
  icon: Type.String(),
  eventSlug: Type.String(),
  outcome: Type.String(),
  ...PROFILE,
});
export type Activity = Type.Static<typeof Activity>;

const tradeFields = <Id extends object, Cash extends object>(id: Id, cash: Cash) => ({
  ...id,
  proxyWallet: Wallet,
  side: Type.Enum(["BUY", "SELL"]),
  asset: Type.String({ description: TOKEN }),
  conditionId: Type.String(),
  size: Type.Number({ description: "Shares" }),
  price: Type.Number({ description: "Of a share" }),
  timestamp: Timestamp,
  ...cash,
  title: Type.String(),
  slug: Type.String(),
  icon: Type.String(),
  eventSlug: Type.String(),
  outcome: Type.String(),
  outcomeIndex: Type.Integer(),
  ...PROFILE,
  transactionHash: Hash,
});

const Cash = { usdcSize: Type.Number({ description: "Collateral: size x price exactly" }) };

/** The id of a trade's row. */
export const FILL_ID = "Id of the trade, a point, and taker or maker";

const Trade = Type.Object(tradeFields({}, Cash));
const PolymarketTrade = Type.Object(tradeFields({}, {}));
const KuestTrade = Type.Object(tradeFields({ id: Type.String({ description: FILL_ID }) }, Cash));

const TRADES = { spec: Trade, polymarket: PolymarketTrade, kuest: KuestTrade } as const;

export const tradeSchema = <Name extends Dialect>(dialect: Name): (typeof TRADES)[Name] => TRADES[dialect];
export type Trade = Type.Static<(typeof TRADES)[Dialect]>;
