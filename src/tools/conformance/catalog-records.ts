/** Shapes of the catalog's records. Blank fields may be left out. */
import {
  flag,
  hash,
  instant,
  integer,
  arrayShape,
  name,
  object,
  anyShape,
  record,
  text,
  textList,
} from "./shape.ts";
import type { Fields, Shape } from "./shape.ts";

export const rejectionShape = (type: string, error: string): Shape =>
  record({ type: anyShape(type), error: anyShape(error) });

const flags: Fields = { active: flag, closed: flag, archived: flag };
const stamps: Fields = { createdAt: instant, updatedAt: instant };
const images: Fields = { image: text, icon: text };

const eventFields: Fields = { id: name, slug: name, title: name, ...flags };
const eventOptions: Fields = {
  ...stamps,
  ...images,
  ticker: text,
  description: text,
  resolutionSource: text,
  startDate: instant,
  creationDate: instant,
  endDate: instant,
};

const tag = record({ id: name, label: text, slug: text }, { ...stamps, requiresTranslation: flag });

const series = record(
  { id: name, slug: name, title: text },
  { ...stamps, ...images, ...flags, ticker: text, seriesType: text, recurrence: text },
);

const marketFields: Fields = {
  id: name,
  question: text,
  conditionId: hash,
  slug: name,
  outcomes: textList,
  clobTokenIds: textList,
  ...flags,
};
const marketOptions: Fields = {
  ...stamps,
  ...images,
  resolutionSource: text,
  description: text,
  questionID: text,
  startDate: instant,
  endDate: instant,
};

export const market = record(
  { ...marketFields, events: arrayShape(record(eventFields, eventOptions)) },
  marketOptions,
);

export const listedEvent = record({ ...eventFields, tags: arrayShape(tag) }, eventOptions);

export const wholeEvent = record(
  { ...eventFields, tags: arrayShape(tag), markets: arrayShape(record(marketFields, marketOptions)) },
  { ...eventOptions, series: arrayShape(series), eventMetadata: object },
);

export const searchResult = record({
  events: arrayShape(record({ id: name, ticker: text, slug: name, title: text })),
  tags: arrayShape(record({ id: name, label: text, slug: text, event_count: integer })),
  pagination: record({ hasMore: flag, totalResults: integer }),
});
