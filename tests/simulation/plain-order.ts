/** Orders of stories: good until cancelled, with the terms that the story needs. */
import type { CommandOf } from "../../src/core/events/command.ts";
import type { Side } from "../../src/core/state.ts";
import { lots, ticks } from "../../src/core/units.ts";
import { NOT_SIGNED } from "../core/support/orders.ts";
import type { Generator } from "./generator.ts";
import type { RefWallet } from "./reference-state.ts";

export type PlainTerms = {
  readonly wallet: RefWallet;
  readonly side: Side;
  readonly tokenId: string;
  readonly limit: number;
  readonly size: number;
};

export function plainOrder(
  { ids }: Generator,
  { wallet, side, tokenId, limit, size }: PlainTerms,
): CommandOf<"place-order"> {
  const id = `plain${ids.length}`;
  ids.push(id);
  return {
    type: "place-order",
    id,
    maker: wallet.address,
    owner: wallet.owner,
    tokenId,
    side,
    kind: "GTC",
    postOnly: false,
    expiresAt: 0,
    limit: ticks(limit),
    lots: lots(size),
    budget: undefined,
    apiKey: "key",
    signed: NOT_SIGNED,
  };
}
