/**
 * Demo events with markets of Protocol V2: a binary event, a negative-risk event, and a question with a market of each
 * version.
 */
import type { DemoEvent, DemoQuestion } from "./demo-event.ts";

const DAY = 24;

const ferry: DemoEvent = {
  slug: "electric-ferry-first-crossing",
  title: "Electric ferry: first crossing this season?",
  picture: "ferry",
  description:
    "The yard at Port Calder has the hull, the batteries arrive by rail. The harbour office has set aside a berth for a first public crossing. The market trades by position ids of Protocol V2.",
  tags: ["city-life", "transport", "port-calder"],
  openedHoursAgo: 6 * DAY,
  endsInHours: 60 * DAY,
  questions: {
    kind: "independent",
    list: [
      {
        slug: "electric-ferry-crosses-with-passengers",
        question: "Will the electric ferry cross Calder Sound with passengers this season?",
        rules:
          "Resolves to Yes if the harbour office records a crossing of Calder Sound with at least one paying passenger on the electric ferry before {end}, otherwise to No.",
        version: "v2",
      },
    ],
  },
};

const lantern: DemoEvent = {
  slug: "lantern-contest-winner",
  title: "Lantern contest: which street wins?",
  picture: "lantern",
  description:
    "Three streets of the old town light their lanterns; the jury's marks are read out at midnight. Exactly one street wins. The markets trade by position ids of Protocol V2.",
  tags: ["culture", "city-life", "aldermere"],
  openedHoursAgo: 5 * DAY,
  endsInHours: 21 * DAY,
  questions: {
    kind: "exclusive",
    question: "Will {option} win the lantern contest?",
    rules:
      "Resolves to Yes if the jury names {option} the winner of the lantern contest before {end}, otherwise to No. If no winner is named, Weavers' Row resolves to Yes, as the winner of the last contest.",
    version: "v2",
    options: [
      { slug: "weavers-row", name: "Weavers' Row" },
      { slug: "mill-lane", name: "Mill Lane" },
      { slug: "well-street", name: "Well Street", tick: "0.001" },
    ],
  },
};

const comet: DemoQuestion = {
  slug: "comet-seen-with-the-naked-eye",
  question: "Will the new comet be seen with the naked eye?",
  label: "Naked eye",
  rules:
    "Resolves to Yes if two observatories report the comet at magnitude 6.0 or brighter before {end}, otherwise to No.",
};

const twins: DemoEvent = {
  slug: "new-comet-brightness",
  title: "How bright will the new comet be?",
  picture: "comet",
  description:
    "A comet was found beyond Jupiter; nobody knows yet how it will brighten. The same question has a market of the Conditional Tokens and its twin of Protocol V2, with a book each.",
  tags: ["space", "science", "world"],
  openedHoursAgo: 4 * DAY,
  endsInHours: 90 * DAY,
  questions: {
    kind: "independent",
    list: [comet, { ...comet, slug: `${comet.slug}-v2`, version: "v2" }],
  },
};

export const PROTOCOL_V2_EVENTS: readonly DemoEvent[] = [ferry, lantern, twins];
