/** Prices that are not extreme, at which both outcomes pay noticeably. */
import { ticks } from "../../../../src/core/units.ts";
import type { Ticks } from "../../../../src/core/units.ts";

const [LEAST, MOST] = [ticks(2_000), ticks(8_000)];

export const isMiddlePrice = (price: Ticks): boolean => price >= LEAST && price <= MOST;
