/** Names of outcomes in the language of the page. */
import type { Text } from "./en.ts";

/** Translates the names that every exchange has, Yes and No. All others are the operator's, and stay as they are. */
export function translateOutcome(name: string, { common }: Pick<Text, "common">): string {
  if (name === "Yes") return common.yes;
  return name === "No" ? common.no : name;
}
