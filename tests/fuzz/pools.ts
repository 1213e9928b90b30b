/** Pools of values for the requests to the fuzzed exchange: mostly existing ids, by kind. */
import { createHash } from "node:crypto";
import { tradeId } from "../../src/store/reads/fills.ts";
import { hashOf, tokenOf, walletOf } from "../support/exchange.ts";
import { pngOf } from "../support/pictures.ts";
import { BUSY, FLOODS, INVITES, RESOLVED, VICTIM_INVITES, VICTIM_MARKETS } from "./listings.ts";
import type { Actor, Pools } from "./world.ts";

type FuzzedRows = {
  readonly traders: readonly Actor[];
  readonly victims: readonly Actor[];
  readonly orders: readonly string[];
  readonly inviteCodes: readonly string[];
  /** Time of the exchange, ms. */
  readonly now: number;
};

const TRADED = [BUSY, ...FLOODS];
const LISTED = [...TRADED, RESOLVED, "fine", "draft", "unknown"];
const PICTURES = [10, 120, 230].map((red) => pngOf({ width: 8, height: 6, colour: [red, 80, 90] }));

export function poolsOf({ traders, victims, orders, inviteCodes, now }: FuzzedRows): Pools {
  const wallets = traders.flatMap(({ address, checksummed }) => [address, checksummed]);
  const victimWallets = victims.map(({ address }) => address);
  const seconds = Math.floor(now / 1000);
  return {
    token: LISTED.flatMap((name) => [tokenOf(`${name} yes`), tokenOf(`${name} no`)]),
    condition: LISTED.map(hashOf),
    order: [...orders.slice(0, 40), hashOf("no order")],
    trade: [1, 2, 3, 20, 60, 100_000].map(tradeId),
    wallet: [...wallets, walletOf("nobody"), walletOf("creator")],
    marketCreator: [walletOf("creator"), walletOf("nobody")],
    victimWallet: [...victimWallets, walletOf("banned"), walletOf("nobody")],
    victimMarket: [...VICTIM_MARKETS.map(hashOf), ...VICTIM_MARKETS.map((name) => name.replaceAll(" ", "-"))],
    victimKey: victims.map(({ credentials }) => credentials.apiKey),
    apiKey: traders.map(({ credentials }) => credentials.apiKey),
    readonlyKey: [...traders, ...victims].map(({ readonlyKey }) => readonlyKey),
    builderCode: [hashOf("a builder"), `0x${"0".repeat(64)}`],
    eventId: ["7", "9", "10", "90", "11"],
    eventSlug: ["test-event", "floods", "victims", "spare", "none"],
    marketId: TRADED.map((name) => String(Number.parseInt(hashOf(name).slice(2, 9), 16))),
    marketSlug: LISTED.map((name) => name.replaceAll(" ", "-")),
    tagId: ["5", "6"],
    tagSlug: ["weather", "none"],
    seriesId: ["3", "4"],
    seriesSlug: ["daily-weather", "none"],
    site: ["weather.example", "other.example"],
    cursor: [
      "MA==",
      "LTE=",
      ...[1, 7, 100, 200, 5_000].map((at) => Buffer.from(String(at)).toString("base64")),
    ],
    word: ["rain", "flood", "weather", "will rain happen", "test", "reason"],
    newSlug: Array.from({ length: 12 }, (_, index) => `made-${index}`),
    seconds: [-86_400, -3_600, -60, -5, 0, 60, 3_600].map((offset) => String(seconds + offset)),
    instant: ["2026-05-01T00:00:00Z", "2026-06-01T12:00:00.5Z", "2027-01-01T00:00:00Z"],
    day: ["2026-05-31", "2026-06-01", "2025-01-01"],
    picture: PICTURES.map((bytes) => bytes.toString("base64")),
    pictureId: PICTURES.map((bytes) => createHash("sha256").update(bytes).digest("hex")),
    fundings: [
      `${walletOf("creator")},2.5`,
      `address,amount\n${walletOf("nobody")},1,a note\n${walletOf("creator")},0.01`,
    ],
    invite: [...INVITES, "none"],
    victimInvite: [...VICTIM_INVITES, "none"],
    inviteCode: [...inviteCodes, "none"],
    amount: ["0.01", "1", "2.5", "10", "0.000001"],
  };
}
