/**
 * Compares every live read table with its scratch table, row by row in both directions, by one query for each. Only
 * rows that differ leave the server, page by page.
 */
import { elementAt } from "../../core/element-at.ts";
import { addDifference, shownValue } from "../journal/differences.ts";
import type { Differences } from "../journal/differences.ts";
import type { LiveColumn, LiveTable, ScratchTables } from "./scratch-tables.ts";

/** Rows in memory at a time. */
const PAGE = 100;

/** Compares the tables in order; `onTable` is called after each with their number so far and in all. */
export async function compareTables(
  { client, tables }: ScratchTables,
  differences: Differences,
  onTable?: (done: number, total: number) => void,
): Promise<void> {
  for (const [place, table] of tables.entries()) {
    await client.query(`declare differing no scroll cursor for ${differingSql(table)}`);
    for (let rows: Differing[] = []; ;) {
      ({ rows } = await client.query<Differing>(`fetch ${PAGE} from differing`));
      for (const row of rows) describeRow(table, row, differences);
      if (rows.length < PAGE) break;
    }
    await client.query("close differing");
    onTable?.(place + 1, tables.length);
  }
}

type Texts = readonly (string | null)[];

/** A row of only one table, or one that differs: the texts of its key, and of both sides' columns in their order. */
type Differing = {
  readonly key: Texts;
  readonly is_found: boolean;
  readonly is_expected: boolean;
  readonly differs: readonly boolean[];
  readonly found: Texts;
  readonly expected: Texts;
};

function differingSql({ table, live, columns, key }: LiveTable): string {
  const { name: scratch, zeroIfBlank } = table;
  const first = elementAt(key, 0).name;
  const either = (name: string): string => `coalesce(found.${name}, expected.${name})`;
  const found = (name: string): string => `found.${name}`;
  const expected = (name: string): string =>
    zeroIfBlank === undefined ? `expected.${name}` : `coalesce(expected.${name}, 0)`;
  const differs = columns.map(({ name }) => `${found(name)} is distinct from ${expected(name)}`);
  const isMissing = zeroIfBlank === undefined ? "true" : `expected.${zeroIfBlank} <> 0`;
  const isExtra = zeroIfBlank === undefined ? `expected.${first} is null` : "false";
  return `
    select found.${first} is not null as is_found, expected.${first} is not null as is_expected,
      ${textsSql(key, either)} as key, array[${differs.join(", ")}]::boolean[] as differs,
      ${textsSql(columns, found)} as found, ${textsSql(columns, expected)} as expected
    from ${live} as found full join ${scratch} as expected
      on ${key.map(({ name }) => `found.${name} = expected.${name}`).join(" and ")}
    where case when found.${first} is null then ${isMissing} else ${[isExtra, ...differs].join(" or ")} end
    order by ${key.map(({ name }) => either(name)).join(", ")}`;
}

/** Returns the SQL of an array of texts. */
function textsSql(columns: readonly LiveColumn[], valueOf: (name: string) => string): string {
  const texts = columns.map(({ name, type }) => {
    if (type === "bytea") return `encode(${valueOf(name)}, 'hex')`;
    return type.endsWith("[]") ? `array_to_string(${valueOf(name)}, ', ')` : `${valueOf(name)}::text`;
  });
  return `array[${texts.join(", ")}]::text[]`;
}

function describeRow({ table, columns, key }: LiveTable, row: Differing, differences: Differences): void {
  const { words = {}, nameRow, zeroIfBlank, quotesNumbers } = table;
  const subject = nameRow(Object.fromEntries(key.map(({ name }, place) => [name, row.key[place] ?? ""])));
  const add = (text: string): void => addDifference(differences, `${subject}: ${text}`);
  if (!row.is_found) return add(words["missing"] ?? "it is not in the table");
  if (!row.is_expected && zeroIfBlank === undefined)
    return add(words["extra"] ?? "it is in the table, and not in the journal");
  for (const [place, { name, type }] of columns.entries()) {
    if (row.differs[place] !== true) continue;
    const found = shownText(row.found[place] ?? null, type, quotesNumbers);
    const expected = shownText(row.expected[place] ?? null, type, quotesNumbers);
    const said = words[name] ?? `${name} is {found}, by the journal {expected}`;
    add(said.replace("{found}", () => found).replace("{expected}", () => expected));
  }
}

const NUMBERS = new Set(["smallint", "integer", "bigint"]);

function shownText(text: string | null, type: string, quotesNumbers = false): string {
  if (text !== null && (type === "boolean" || (NUMBERS.has(type) && !quotesNumbers))) return text;
  return shownValue(text !== null && type === "jsonb" ? JSON.stringify(JSON.parse(text)) : text);
}
