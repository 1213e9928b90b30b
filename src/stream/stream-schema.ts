/** The messages that every live channel may send. */
import { Type } from "typebox";
import { STREAM_REFUSALS } from "./stream-refusal.ts";

export const RefusalMessage = Type.Object(
  {
    error: Type.String(),
    code: Type.String({ enum: Object.keys(STREAM_REFUSALS) }),
    hint: Type.String({ description: "What was expected and what came" }),
  },
  { description: "What came is refused" },
);

export const ResyncMessage = Type.Object(
  {
    event_type: Type.Literal("resync"),
    hint: Type.String(),
    server_ts_ms: Type.Integer({ description: "Unix milliseconds" }),
  },
  {
    description:
      "The client reads too slowly, and messages from here on are dropped: what it followed is told anew once it has caught up",
  },
);
export type ResyncMessage = Type.Static<typeof ResyncMessage>;
