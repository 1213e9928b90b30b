/** GET /wallets: wallets in a few figures, with the profit of what they hold beside what they realized. */
import { Type } from "typebox";
import { listWalletFigures } from "../../store/reads/wallet-figures.ts";
import type { WalletFigures } from "../../store/reads/wallet-figures.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { Pseudonym, WalletName } from "../wallet-name.ts";
import type { Names } from "../wallet-name.ts";
import { collateralNumber } from "./collateral-number.ts";
import { RANKING } from "./groups.ts";
import { lowerCase, User } from "./parameters.ts";
import { ProfitFigures, profitFiguresOf } from "./profit-figures.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

const MOST_WALLETS = 50;
const NO_WIN = 0;

const Wallet = Type.Object({
  proxyWallet: Type.String({ description: "Lower case" }),
  name: WalletName,
  pseudonym: Pseudonym,
  volume: Type.Number({ description: "Collateral that changed hands, in all fills of the wallet" }),
  ...ProfitFigures,
  biggestWin: Type.Number({ description: "The largest profit of a closed position; 0 without one" }),
  joinedAt: Type.Union([Type.Integer(), Type.Null()], {
    description: "Unix seconds of its first deposit; null before it",
  }),
});

export const listWallets = uncodedOperation({
  method: "GET",
  path: "/wallets",
  summary: "List wallets in a few figures, with the profit of what they hold",
  group: RANKING,
  limits: ONLY_INTERFACE_LIMIT,
  strict: true,
  query: Type.Object({
    user: Type.Array(User, {
      minItems: 1,
      maxItems: MOST_WALLETS,
      description: "Wallet addresses, with commas between them",
    }),
  }),
  answer: Type.Array(Wallet, {
    description:
      "In the order of the request, repeated ones once; without fees. Unknown wallets are left out",
  }),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => {
    const wallets = [...new Set(query.user.map(lowerCase))];
    const found = await listWalletFigures(await context.adHocSql(), wallets);
    return { body: found.map((figures) => walletOf(figures, context.names)) };
  },
});

const walletOf = (figures: WalletFigures, names: Names): Type.Static<typeof Wallet> => {
  const { wallet, volume, largestWin, joinedAt } = figures;
  return {
    proxyWallet: wallet,
    name: names.nameOf(wallet),
    pseudonym: names.pseudonymOf(wallet),
    volume: collateralNumber(volume),
    ...profitFiguresOf(figures),
    biggestWin: largestWin === null ? NO_WIN : collateralNumber(largestWin),
    joinedAt: joinedAt === null ? null : Math.floor(joinedAt / 1_000),
  };
};
