/** The number of live connections, in all and of each address, and its limits. */
import type { Config } from "../config.ts";
import type { UpgradeRefusal } from "./upgrade-refusal.ts";

export type ConnectionSlots = {
  /** Gives the refusal of one more connection from this address; `undefined` when there is room. */
  refusalOf(address: string): UpgradeRefusal | undefined;
  take(address: string): void;
  release(address: string): void;
};

type SlotLimits = Pick<Config, "maxStreams" | "maxStreamsPerAddress">;

export function createConnectionSlots({ maxStreams, maxStreamsPerAddress }: SlotLimits): ConnectionSlots {
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
