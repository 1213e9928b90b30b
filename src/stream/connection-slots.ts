/** Slots of live connections. */
import { networkOf } from "../address-ranges.ts";
import type { Places } from "../places.ts";
import { isShort } from "../shares.ts";
import type { Place } from "../shares.ts";
import type { UpgradeRefusal } from "./refusals.ts";

/** Takes a slot for a connection, or refuses it; `drop` closes the connection if another one needs the slot. */
export function takeSlot(
  places: Pick<Places, "streams" | "describe">,
  address: string,
  drop: () => void,
): Place | UpgradeRefusal {
  const place = places.streams.take({ address: networkOf(address), giveUp: drop, keepsOwn: true });
  if (!isShort(place)) return place;
  const code = place.short === "all" ? "too_many_streams" : "too_many_streams_of_address";
  return { code, hint: places.describe("streams", place) };
}
