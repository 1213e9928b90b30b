/** Reads JSON of unknown shape: for a value of another shape, functions return undefined or an empty list. */

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const getField = (value: unknown, field: string): unknown =>
  isObject(value) && Object.hasOwn(value, field) ? value[field] : undefined;

export function textIn(value: unknown, field: string): string | undefined {
  const found = getField(value, field);
  return typeof found === "string" ? found : undefined;
}

/** Reads a number, written as number or text; NaN if there is none. */
export const numberIn = (value: unknown, field: string): number => {
  const found = getField(value, field);
  return typeof found === "number" || (typeof found === "string" && found !== "")
    ? Number(found)
    : Number.NaN;
};

export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export function parsedJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}
