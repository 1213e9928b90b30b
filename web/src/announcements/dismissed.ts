/** Ids of announcements that the visitor dismissed, stored in this browser for all of its tabs. */
import { useSyncExternalStore } from "react";
import { createKeptText } from "../parts/kept-text.ts";

const MOST = 50;
const kept = createKeptText("presage.dismissed-announcements");

/** Splits the ids, which contain no blanks. */
const idsOf = (text: string): readonly string[] => text.split(" ").filter((id) => id !== "");

export const useDismissed = (): readonly string[] => idsOf(useSyncExternalStore(kept.subscribe, kept.read));

/** Dismisses an announcement. A full list drops the oldest. */
export const dismiss = (id: string): void => kept.write([id, ...idsOf(kept.read())].slice(0, MOST).join(" "));
