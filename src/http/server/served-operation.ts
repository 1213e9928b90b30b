/** An operation where it is served. */
import type { Context } from "../../context.ts";
import type { Endpoint } from "../endpoint.ts";
import type { Gate } from "../guard/gate.ts";
import type { LargeReads } from "../large/large-reads.ts";
import type { Mount } from "../mount.ts";
import type { CompressAnswer } from "./compression.ts";
import type { SentStreams } from "./sent-streams.ts";

/** An operation where it is served. */
export type ServedOperation = {
  readonly context: Context;
  readonly mount: Mount;
  readonly endpoint: Endpoint;
  /** Guard of the operation; without one nothing is limited. */
  readonly gate?: Gate | undefined;
  readonly reads: LargeReads;
  readonly compress: CompressAnswer;
  readonly streams: SentStreams;
  /** Milliseconds for finding the caller, and for the operation: the engine answers sooner in any case. */
  readonly answerMs: number;
};
