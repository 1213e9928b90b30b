/** GET /v2/user-volume: all that a wallet traded, in a time or ever. */
import { Type } from "typebox";
import { sharesText } from "../../../core/units.ts";
import { sumWalletVolume } from "../../../store/reads/traded-shares.ts";
import { collateralNumber } from "../collateral-number.ts";
import { V2_WALLETS } from "../groups.ts";
import { lowerCase, User } from "../parameters.ts";
import { Envelope } from "./envelope.ts";
import { readBounds, SPAN } from "./parameters.ts";
import { v2Operation } from "./v2-operation.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

export const getUserVolume = v2Operation({
  path: "/v2/user-volume",
  summary: "Get the volume of a wallet, version 2",
  group: V2_WALLETS,
  limits: ONLY_INTERFACE_LIMIT,
  query: Type.Object({ user: User, ...SPAN }),
  answer: Envelope(
    Type.Object({
      volume: Type.Number({ description: "Shares of its fills" }),
      volume_usdc: Type.Number({ description: "Collateral that changed hands in them" }),
      trade_count: Type.Integer({ description: "Fills; one with itself counts twice" }),
    }),
  ),
  maxAgeSeconds: 5,
  handle: async ({ context, query }) => {
    const span = { wallet: lowerCase(query.user), ...readBounds(query) };
    const { lots, cash, fills } = await sumWalletVolume(await context.readSql(), span);
    const volume = { volume: Number(sharesText(lots)), volume_usdc: collateralNumber(cash) };
    return { body: { data: { ...volume, trade_count: fills } } };
  },
});
