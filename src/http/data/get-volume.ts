/** GET /volume: all that a wallet ever traded, as Kuest's site asks for it. */
import { Type } from "typebox";
import { collateralText, NO_MICROS } from "../../core/units.ts";
import { findWalletSums } from "../../store/reads/wallet-days.ts";
import { uncodedOperation } from "../uncoded-operation.ts";
import { ACTIVITY } from "./groups.ts";
import { lowerCase, User } from "./parameters.ts";
import { ONLY_INTERFACE_LIMIT } from "../guard/rate-limits.ts";

export const getVolume = uncodedOperation({
  method: "GET",
  path: "/volume",
  summary: "Get the volume of a wallet",
  group: ACTIVITY,
  limits: ONLY_INTERFACE_LIMIT,
  dialects: ["kuest"],
  query: Type.Object({ user: User }),
  answer: Type.Object({
    user: Type.String({ description: "Lower case" }),
    volume: Type.String({ description: "Collateral that changed hands in its fills, a decimal" }),
  }),
  maxAgeSeconds: 1,
  handle: async ({ context, query }) => {
    const user = lowerCase(query.user);
    const sums = await findWalletSums(await context.adHocSql(), user);
    return { body: { user, volume: collateralText(sums?.volume ?? NO_MICROS) } };
  },
});
