/** How many live connections there are, in all and from each address, and whether there may be one more. */
import type { Config } from "../config.ts";
import type { UpgradeRefusal } from "./upgrade-refusal.ts";

export type Places = {
  /** Why there is no place for the address; `undefined` when there is one. */
  refusalOf(address: string): UpgradeRefusal | undefined;
  take(address: string): void;
  release(address: string): void;
};

type Caps = Pick<Config, "maxStreams" | "maxStreamsPerAddress">;

export function createPlaces({ maxStreams, maxStreamsPerAddress }: Caps): Places {
  const byAddress = new Map<string, number>();
  let taken = 0;
  return {
    refusalOf(address) {
      if (taken >= maxStreams)
        return {
          code: "too_many_streams",
          hint: `the exchange has ${maxStreams} live connections, its most`,
        };
      if ((byAddress.get(address) ?? 0) < maxStreamsPerAddress) return undefined;
      const hint = `expected at most ${maxStreamsPerAddress} live connections from ${address}: close some`;
      return { code: "too_many_streams_of_address", hint };
    },
    take(address) {
      taken += 1;
      byAddress.set(address, (byAddress.get(address) ?? 0) + 1);
    },
    release(address) {
      taken -= 1;
      const left = (byAddress.get(address) ?? 0) - 1;
      if (left > 0) byAddress.set(address, left);
      else byAddress.delete(address);
    },
  };
}
