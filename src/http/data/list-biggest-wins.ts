/** GET /v1/biggest-winners: the closed positions that earned the most. */
import { Type } from "typebox";
import { NO_LOTS } from "../../core/units.ts";
import { listBiggestWins as readBiggestWins } from "../../store/reads/biggest-wins.ts";
import type { Win } from "../../store/reads/biggest-wins.ts";
import { rowsOf } from "../large/rows.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { RANKING } from "./groups.ts";
import { Limit, Offset } from "./parameters.ts";
import { FIGURES } from "./position-figures.ts";
import type { Figure } from "./position-figures.ts";
import { Category, tagsOf } from "./ranking-category.ts";
import { firstDay, TimePeriod } from "./ranking-period.ts";
import { WalletName } from "../wallet-name.ts";
import type { Names } from "../wallet-name.ts";
import { wireNumber } from "./wire-number.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

const Row = Type.Object({
  winRank: Type.String({ description: "A number; equal ones are in order of their wallets" }),
  proxyWallet: Type.String({ description: "Lower case" }),
  userName: WalletName,
  eventTitle: Type.String(),
  slug: Type.String({ description: "Of the market, as marketSlug" }),
  marketSlug: Type.String(),
  icon: Type.String(),
  eventSlug: Type.String(),
  initialValue: Type.Number({ description: "Cost of all shares that were bought, at their average" }),
  finalValue: Type.Number({ description: "That and the profit" }),
  pnl: Type.Number({ description: "Profit of the position, without fees" }),
  profileImage: Type.Literal(""),
});

export const listBiggestWins = uncodedOperation({
  method: "GET",
  path: "/v1/biggest-winners",
  summary: "List the closed positions that earned the most",
  group: RANKING,
  limits: ONLY_INTERFACE_LIMIT,
  dialects: ["kuest"],
  query: Type.Object({
    category: Category,
    timePeriod: TimePeriod,
    limit: Limit({ default: 20, minimum: 1, maximum: 50 }),
    offset: Offset({ maximum: 1000 }),
  }),
  answer: Type.Array(Row, {
    description: "Positions that were closed in the period, as GET /closed-positions has them",
  }),
  maxAgeSeconds: 5,
  handle: async ({ context, query: { category, timePeriod, limit, offset } }) => {
    const wins = await readBiggestWins(await context.adHocSql(), {
      since: firstDay(timePeriod, context.clock()),
      tagSlugs: tagsOf(category),
      offset,
      limit,
    });
    return {
      body: rowsOf([...wins.entries()], ([index, win]) => rowOf(offset + index + 1, win, context.names)),
    };
  },
});

function rowOf(rank: number, win: Win, names: Names): Type.Static<typeof Row> {
  const { wallet, slug, icon, eventSlug, eventTitle } = win;
  // Its shares are gone, so no price counts.
  const position = { ...win, lots: NO_LOTS, halfTicks: 0 };
  const shown = (figure: Figure): number => {
    const { numerator, denominator } = figure(position);
    return wireNumber(numerator, denominator);
  };
  return {
    winRank: String(rank),
    proxyWallet: wallet,
    userName: names.nameOf(wallet),
    eventTitle,
    slug,
    marketSlug: slug,
    icon,
    eventSlug,
    initialValue: shown(FIGURES.allBought),
    finalValue: shown(FIGURES.proceeds),
    pnl: shown(FIGURES.realizedPnl),
    profileImage: "",
  };
}
