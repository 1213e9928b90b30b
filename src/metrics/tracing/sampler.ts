/** Sampler of the traced requests. A batch's span is always sampled: it starts only if one of its requests is traced. */
import { ParentBasedSampler, SamplingDecision, TraceIdRatioBasedSampler } from "@opentelemetry/sdk-trace";
import type { Sampler } from "@opentelemetry/sdk-trace";
import type { TraceTerms } from "../../settings/trace-settings.ts";

/** Name of a batch's span. */
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
