/** Codes that an order is refused with: those of its checks, and that of a dry run where there is none. */
import { PLACEMENT_CHECKS } from "../../../core/placement-checks.ts";
import type { PlacementCheck } from "../../../core/placement-checks.ts";
import type { RejectionCode } from "../../../core/rejection.ts";

const CHECKS: readonly PlacementCheck[] = Object.values<readonly PlacementCheck[]>(PLACEMENT_CHECKS).flat();

export const PLACEMENT_REFUSALS: readonly RejectionCode[] = [
  "dry_run_refused",
  ...CHECKS.flatMap(({ codes }) => codes),
];
