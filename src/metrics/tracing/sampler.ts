/** The choice of requests that are traced. A batch is where a request of it is. */
import { ParentBasedSampler, SamplingDecision, TraceIdRatioBasedSampler } from "@opentelemetry/sdk-trace";
import type { Sampler } from "@opentelemetry/sdk-trace";
import type { TraceTerms } from "../../settings/trace-settings.ts";

/** Name of the span of a batch. */
export const BATCH = "commit batch";

export function samplerOf({ byParent, share }: TraceTerms["sampler"]): Sampler {
  const root = new TraceIdRatioBasedSampler(share);
  const ofRequests = byParent ? new ParentBasedSampler({ root }) : root;
  return {
    shouldSample: (...asked: Parameters<Sampler["shouldSample"]>) => {
      const [, , name] = asked;
      return name === BATCH
        ? { decision: SamplingDecision.RECORD_AND_SAMPLED }
        : ofRequests.shouldSample(...asked);
    },
    toString: () => `presage(${ofRequests.toString()})`,
  };
}
