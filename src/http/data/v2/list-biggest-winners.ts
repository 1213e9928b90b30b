/** GET /v2/biggest-winners: the closed positions that earned the most. */
import { Type } from "typebox";
import { micros, NO_LOTS } from "../../../core/units.ts";
import { listBiggestWins } from "../../../store/reads/biggest-wins.ts";
import type { Win, WinPlace } from "../../../store/reads/biggest-wins.ts";
import { rowsOf } from "../../large/rows.ts";
import { V2_RANKING } from "../groups.ts";
import { FIGURES } from "../position-figures.ts";
import type { Figure } from "../position-figures.ts";
import { Category, tagsOf } from "../ranking-category.ts";
import { firstDay } from "../ranking-period.ts";
import { wireNumber } from "../wire-number.ts";
import { Page, pageBody } from "./envelope.ts";
import { badCursor, cutPage, encodeCursor, readPlace } from "./page-cursor.ts";
import { WalletName } from "../../wallet-name.ts";
import type { Names } from "../../wallet-name.ts";
import { NoText, pageParameters, Period, Wallet } from "./parameters.ts";
import { v2Operation } from "./v2-operation.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

const Winner = Type.Object({
  win_rank: Type.Integer({ description: "Equal ones are in order of their wallets" }),
  kind: Type.Literal("market", { description: "There are no combos" }),
  user_id: Wallet,
  pnl: Type.Number({ description: "Profit of the position, without fees" }),
  initial_value: Type.Number({ description: "Cost of all shares that were bought, at their average" }),
  final_value: Type.Number({ description: "That and the profit" }),
  resolved_at: Type.Integer({ description: "When the position was closed, unix seconds" }),
  condition_id: Type.String(),
  position_id: Type.String({ description: "Token id, decimal" }),
  event_id: Type.Integer(),
  event_slug: Type.String(),
  event_title: Type.String(),
  user_name: WalletName,
  profile_image: NoText,
});

const WIDTH = 5;
/** Hex digits of an address. */
const DIGITS = 40;

export const listBiggestWinners = v2Operation({
  path: "/v2/biggest-winners",
  summary: "List the closed positions that earned the most, version 2",
  group: V2_RANKING,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({
    category: Category,
    time_period: Period,
    ...pageParameters({ default: 25, maximum: 1000 }),
  }),
  answer: Page(Winner, "Positions that were closed in the period, as GET /v2/positions has them"),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => {
    const { category, time_period: period, limit, cursor } = query;
    const walk = `winners.${period}.${category.toLowerCase()}`;
    const place = readWinPlace(cursor, walk);
    if (place === "refused") return badCursor(cursor);
    const found = await listBiggestWins(await context.adHocSql(), {
      since: firstDay(period, context.clock()),
      tagSlugs: tagsOf(category),
      after: place,
      limit: limit + 1,
    });
    const ranked = found.map((win, index) => ({ ...win, rank: (place?.rank ?? 0) + index + 1 }));
    const { rows, next } = cutPage(ranked, limit, (last) =>
      encodeCursor(walk, [last.rank, last.realized, BigInt(last.wallet), last.market, last.outcome]),
    );
    return {
      body: pageBody(
        rowsOf(rows, (win) => winnerOf(win, context.names)),
        { limit, next },
      ),
    };
  },
});

type Ranked = { readonly rank: number };

function readWinPlace(cursor: string | undefined, walk: string): (WinPlace & Ranked) | undefined | "refused" {
  const place = readPlace(cursor, { walk, width: WIDTH });
  if (place === undefined || place === "refused") return place;
  const [, , address = 0n] = place;
  const [rank = 0, realized = 0, , market = 0, outcome = 0] = place.map(Number);
  const isKnown = [rank, realized].every(Number.isSafeInteger) && market >>> 0 === market;
  if (
    !isKnown ||
    market >= MARKETS ||
    address < 0n ||
    address >= ADDRESSES ||
    !(outcome === 0 || outcome === 1)
  )
    return "refused";
  const wallet = `0x${address.toString(16).padStart(DIGITS, "0")}`;
  return { rank, realized: micros(realized), wallet, market, outcome };
}

const MARKETS = 2 ** 31;
const ADDRESSES = 1n << 160n;

function winnerOf(win: Win & Ranked, names: Names): Type.Static<typeof Winner> {
  // Its shares are gone, so no price counts.
  const position = { ...win, lots: NO_LOTS, halfTicks: 0 };
  const shown = (figure: Figure): number => {
    const { numerator, denominator } = figure(position);
    return wireNumber(numerator, denominator);
  };
  return {
    win_rank: win.rank,
    kind: "market",
    user_id: win.wallet,
    pnl: shown(FIGURES.realizedPnl),
    initial_value: shown(FIGURES.allBought),
    final_value: shown(FIGURES.proceeds),
    resolved_at: Math.floor(win.changedAt / 1000),
    condition_id: win.conditionId,
    position_id: win.tokenId,
    event_id: win.eventId,
    event_slug: win.eventSlug,
    event_title: win.eventTitle,
    user_name: names.nameOf(win.wallet),
    profile_image: "",
  };
}
