/** Operations of the operator API on whole events, in the order in which its document shows them. */
import type { Endpoint } from "../endpoint.ts";
import { clarifyEvent } from "./clarifications.ts";
import { createEvent } from "./create-event.ts";
import { editEvent } from "./edits.ts";
import { archiveEvent, openEvent, pauseEvent, resumeEvent } from "./event-steps.ts";
import { getEvent } from "./get-event.ts";

export const EVENT_ENDPOINTS: readonly Endpoint[] = [
  createEvent,
  getEvent,
  openEvent,
  pauseEvent,
  resumeEvent,
  archiveEvent,
  editEvent,
  clarifyEvent,
];
