/** A page whose next cursor is the one that it was asked for by. */

/** Names of the parameter by which a page is asked for, in the interfaces. */
const CURSORS = ["next_cursor", "after_cursor", "cursor"] as const;

/** Gives the page with the cursor of its query as the next one; a first page, and what is no page, stays as it is. */
export function repeatCursor(query: unknown, body: string | Buffer): string | Buffer {
  const asked = isRecord(query)
    ? CURSORS.map((name) => query[name]).find((value) => Boolean(value))
    : undefined;
  if (typeof asked !== "string") return body;
  const page = parsed(String(body));
  if (page === undefined) return body;
  const { pagination } = page;
  if ("next_cursor" in page) return JSON.stringify({ ...page, next_cursor: asked });
  if (!isRecord(pagination) || !("next_cursor" in pagination)) return body;
  return JSON.stringify({ ...page, pagination: { ...pagination, has_more: true, next_cursor: asked } });
}

function parsed(text: string): Readonly<Record<string, unknown>> | undefined {
  if (!text.startsWith("{")) return undefined;
  const page: unknown = JSON.parse(text);
  return isRecord(page) ? page : undefined;
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;
