/** The series of the demo catalog: events that come back. Ids lie far above those of the public catalogs. */
const FIRST_SERIES_ID = 900_001;

const DEMO_SERIES_TERMS = {
  "meridian-basketball-weekly": { title: "Meridian Basketball League", recurrence: "weekly" },
  "bank-of-aldermere-monthly": { title: "Bank of Aldermere rate decision", recurrence: "monthly" },
  "noon-toss-daily": { title: "The noon toss", recurrence: "daily" },
} as const;

export type DemoSeriesSlug = keyof typeof DEMO_SERIES_TERMS;

export const DEMO_SERIES: readonly { id: string; slug: string; title: string; recurrence: string }[] =
  Object.entries(DEMO_SERIES_TERMS).map(([slug, { title, recurrence }], index) => ({
    id: String(FIRST_SERIES_ID + index),
    slug,
    title,
    recurrence,
  }));
