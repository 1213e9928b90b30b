/** The visitor's progress in the guide for newcomers, stored in this browser for all of its tabs. */
import { useSyncExternalStore } from "react";
import { createKeptText } from "../parts/kept-text.ts";
import { MARKS } from "./guide-step.ts";
import type { Mark } from "./guide-step.ts";

const kept = createKeptText("presage.guide");

const readMark = (): Mark | undefined => MARKS.find((mark) => mark === kept.read());

export const useGuideMark = (): Mark | undefined => useSyncExternalStore(kept.subscribe, readMark);

export const setGuideMark = (mark: Mark): void => kept.write(mark);
