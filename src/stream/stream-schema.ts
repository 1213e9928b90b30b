/** The messages that every live channel may send. */
import { Type } from "typebox";
import { STREAM_ERRORS } from "./frames/stream-errors.ts";

export const ErrorMessageSchema = Type.Object(
  {
    error: Type.String(),
    code: Type.String({ enum: Object.keys(STREAM_ERRORS) }),
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
      "Messages are missing from here on, since the client reads too slowly or a sandbox went back to an earlier state: the state of all that it follows is sent again",
  },
);
export type ResyncMessage = Type.Static<typeof ResyncMessage>;
