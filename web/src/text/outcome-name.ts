/** Names of outcomes in the language of the page. */
import type { Text } from "./en.ts";

/** Translates the names Yes and No. All other names are the operator's, and stay unchanged. */
export function translateOutcome(name: string, { common }: Pick<Text, "common">): string {
  if (name === "Yes") return common.yes;
  return name === "No" ? common.no : name;
}
