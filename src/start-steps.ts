/** Tells the steps of a start, so that a person sees what a long one does. */

/** Begins a step; `progress` says how far it is, as in "day 12 of 30". */
export type TellStep = (step: string, progress?: string) => void;

export const TELL_NOTHING: TellStep = () => {};
