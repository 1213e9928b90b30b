/** Meanings of fields by their names, for those whose schemas give none of their own. */
import { AMOUNTS } from "./amount-meanings.ts";
import { IDS } from "./id-meanings.ts";
import { STATES } from "./state-meanings.ts";
import { TEXTS } from "./text-meanings.ts";

const MEANINGS: ReadonlyMap<string, string> = new Map(
  [AMOUNTS, IDS, STATES, TEXTS].flatMap((meanings) => Object.entries<string>(meanings)),
);

/** The meaning of a field; `undefined` for a name that is in no table. */
export const fieldMeaning = (name: string): string | undefined => MEANINGS.get(name);
