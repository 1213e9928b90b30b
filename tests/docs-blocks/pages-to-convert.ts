/** Pages whose blocks do not follow the convention yet, and which no test of this folder runs. */
export const PAGES_TO_CONVERT: readonly string[] = ["docs/reference/compatibility.md"];
