/** A page that is made of an API document. */
export type MadePage = {
  /** Path below docs/, without an extension. */
  readonly path: string;
  /** Its Markdown. */
  readonly text: string;
  /** Paths of the pages that belong to it. */
  readonly parts: readonly string[];
};
