/** GET /builder/volume: the volume of incoming orders with a builder's code, in all and by day. */
import { Type } from "typebox";
import { collateralText, decimalText, NO_MICROS } from "../../../core/units.ts";
import { DAY_MS } from "../../../store/catalog/catalog-records.ts";
import { listBuilderDays } from "../../../store/reads/builder-volumes.ts";
import type { BuilderDay } from "../../../store/reads/builder-volumes.ts";
import { endpoint } from "../../endpoint.ts";
import { BUILDER_PATTERN } from "../../id-patterns.ts";
import { WALLET_FORMAT } from "../../wallet-format.ts";
import { COLLATERAL_PLACES } from "../amount.ts";
import { TRADES } from "../groups.ts";
import { builderCode } from "./builder-code.ts";
import { ONLY_INTERFACE_LIMIT } from "../../guard/rate-limits.ts";

const MAX_DAYS = 365;

const Collateral = Type.String({ description: "Collateral that changed hands" });

export const getBuilderVolume = endpoint({
  method: "GET",
  path: "/builder/volume",
  summary: "Get the volume attributed to a builder",
  group: TRADES,
  limits: ONLY_INTERFACE_LIMIT,
  refuses: [],
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
    const asked = builder.toLowerCase();
    const known = await listBuilderDays(await context.sql(), builderCode(asked).slice(2));
    const now = context.clock();
    const today = Math.floor(now / DAY_MS);
    const first = today - days + 1;
    const volumes = new Map(known.map(({ day, volume }) => [day, volume]));
    const period = Array.from({ length: days }, (_none, index) => first + index);
    return {
      body: {
        builder: asked,
        total: totalText(known),
        periodTotal: totalText(known.filter(({ day }) => day >= first && day <= today)),
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
    COLLATERAL_PLACES,
  );
