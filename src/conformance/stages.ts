/**
 * Steps of a run. Reads come first; then two orders rest, and are cancelled; then wallets of a sandbox trade with each
 * other, and sell again.
 */
export const STAGES = ["reading", "placing", "resting", "cancelling", "trading", "traded", "closed"] as const;
export type Stage = (typeof STAGES)[number];
