/** Reports the steps of a start, so that a person sees the progress of a long one. */

/** Reports the current step; `progress` says how far it is, as in "day 12 of 30". */
export type ReportStep = (step: string, progress?: string) => void;

export const REPORT_NOTHING: ReportStep = () => {};
