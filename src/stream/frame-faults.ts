/** Frames that the WebSocket library refuses: it names the fault by a code, and closes the connection without a reason. */
import { WebSocket } from "ws";
import type { StreamLimits } from "./stream-limits.ts";
import type { StreamCode } from "./stream-refusal.ts";

/** A connection that the library leaves open after such a frame: the listener of its error says why, and closes it. */
export class LiveSocket extends WebSocket {
  override close(status?: number, reason?: string | Buffer): void {
    const isFault = status !== undefined && reason === undefined && this.readyState === WebSocket.OPEN;
    if (!isFault) super.close(status, reason);
  }
}

type FrameFault = { readonly code: StreamCode; readonly hint: string };

/** Most fragments of a message: each costs memory of its own. */
export const MAX_FRAGMENTS = 64;

const INVALID_FRAMES: ReadonlyMap<unknown, string> = new Map([
  ["WS_ERR_EXPECTED_MASK", "expected a masked frame, got one without a mask"],
  ["WS_ERR_UNEXPECTED_RSV_1", "expected a frame that is not compressed, got one with RSV1 set"],
  ["WS_ERR_UNEXPECTED_RSV_2_3", "expected a frame with RSV2 and RSV3 clear, got one with either set"],
  ["WS_ERR_INVALID_OPCODE", "expected opcode 1, 2, 8, 9 or 10, or 0 to go on with a message, got another"],
  ["WS_ERR_EXPECTED_FIN", "expected a control frame in one part, got a part of one"],
  ["WS_ERR_INVALID_CONTROL_PAYLOAD_LENGTH", "expected a control frame of at most 125 bytes, got another"],
  ["WS_ERR_INVALID_CLOSE_CODE", "expected a close frame with a status of RFC 6455, got another status"],
]);

/** The refusal of a frame by the library's code of its fault. */
export function frameFault(fault: unknown, { maxMessageBytes }: StreamLimits): FrameFault {
  switch (fault) {
    case "WS_ERR_UNSUPPORTED_MESSAGE_LENGTH":
    case "WS_ERR_UNSUPPORTED_DATA_PAYLOAD_LENGTH":
      return {
        code: "message_too_long",
        hint: `expected a message of at most ${maxMessageBytes} bytes, got more`,
      };
    case "WS_ERR_INVALID_UTF8":
      return { code: "not_utf8", hint: "expected text in UTF-8, got other bytes" };
    case "WS_ERR_TOO_MANY_BUFFERED_PARTS":
      return {
        code: "too_many_parts",
        hint: `expected a message in at most ${MAX_FRAGMENTS} parts, got more`,
      };
    default:
      return {
        code: "invalid_frame",
        hint: INVALID_FRAMES.get(fault) ?? "expected a frame of RFC 6455, got another",
      };
  }
}
