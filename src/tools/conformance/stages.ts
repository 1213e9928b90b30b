/**
 * Stages of a run. Reads come first. Then two orders rest, and are cancelled. Then sandbox wallets trade with each other,
 * and sell again.
 */
export const STAGES = ["reading", "placing", "resting", "cancelling", "trading", "traded", "closed"] as const;
export type Stage = (typeof STAGES)[number];
