/** Tells the page's connections that operators announced something, or withdrew it. */
import { changesAnnouncements } from "../../engine/announcement-terms.ts";
import type { Publication } from "../../engine/entry.ts";
import { jsonFrame } from "../text-frame.ts";
import type { AnnouncementsChangedMessage } from "./market-channel-schema.ts";
import type { Subscriber } from "./market-streams.ts";

/** Sends a message in the dialect of the specification, since clients of the other services do not know it. */
export function tellAnnouncements(
  { events }: Pick<Publication, "events">,
  subscribers: Iterable<Subscriber>,
  clock: () => number,
): void {
  if (!events.some((event) => event.type === "operated" && changesAnnouncements(event.action))) return;
  const message: AnnouncementsChangedMessage = {
    event_type: "announcements_changed",
    server_ts_ms: clock(),
  };
  const frame = jsonFrame(message);
  for (const { connection, custom } of subscribers)
    if (custom && connection.dialect === "spec") connection.sendFrames(frame);
}
