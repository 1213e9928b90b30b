/** Trading fees, computed by the formula of the exchange. */
import { queryOptions, useQuery } from "@tanstack/react-query";
import { trading } from "../../api/interfaces.ts";
import {
  computeFee,
  feeWeight,
  NO_MICROS,
  subtractLots,
  subtractMicros,
} from "../../../../src/core/units.ts";
import type { Lots, Micros, Ticks } from "../../../../src/core/units.ts";
import type { Level } from "../../api/live/order-book.ts";
import type { Market } from "../market.ts";

export type Fees = {
  /** Rate in units of 0.0001. */
  readonly rate: number;
  readonly exponent: number;
  /** True if resting orders pay no fee. */
  readonly takerOnly: boolean;
};

export const NO_FEES: Fees = { rate: 0, exponent: 1, takerOnly: true };
const RATES_PER_ONE = 10_000;

const feesQuery = (conditionId: string) =>
  queryOptions({
    queryKey: ["catalog", "fees", conditionId],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<Fees> => {
      const params = { condition_id: conditionId };
      const { fd } = await trading("GET /clob-markets/{condition_id}", { params, signal });
      return { rate: Math.round(fd.r * RATES_PER_ONE), exponent: fd.e, takerOnly: fd.to };
    },
  });

/** Returns the fees of a market; `undefined` until they are loaded. */
export function useFees({ conditionId, feesEnabled }: Market): Fees | undefined {
  const { data } = useQuery({ ...feesQuery(conditionId), enabled: feesEnabled });
  return feesEnabled ? data : NO_FEES;
}

/** Computes the fee of an order's immediate fills: one fee for all fills, rounded once. */
export function computeFillsFee({ rate, exponent }: Fees, fills: readonly Level[]): Micros {
  const weight = fills.reduce((sum, { size, price }) => sum + feeWeight(size, price, exponent), 0n);
  return computeFee(weight, rate, exponent);
}

type RestingPart = { readonly size: Lots; readonly rests: Lots; readonly limit: Ticks };

/** Computes the fee that the resting part of an order will pay once it fills. */
export function computeRestingFee(
  { rate, exponent, takerOnly }: Fees,
  { size, rests, limit }: RestingPart,
): Micros {
  if (takerOnly || rests === 0) return NO_MICROS;
  const fee = (shares: Lots): Micros => computeFee(feeWeight(shares, limit, exponent), rate, exponent);
  return subtractMicros(fee(size), fee(subtractLots(size, rests)));
}
