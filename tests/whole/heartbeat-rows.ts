/**
 * The rows of keys in the simulated store, reached by the statements of src/store/keys/heartbeats.ts and
 * src/store/keys/connected-keys.ts.
 */
import type { Sql } from "../../src/store/sql/database.ts";
import type { Session, SimulatedStore } from "./simulated-store.ts";

type RowsOfKeys<Row> = {
  readonly rows: Map<string, Row>;
  /** Makes the row of what is inserted. */
  readonly make: (apiKey: string, address: string, value: unknown) => Row;
  /** Gets the key whose session ends. */
  readonly onEnd: (apiKey: string) => void;
};

/** Answers these statements and no others, by their first word. */
function rowsOfKeys<Row>(
  store: SimulatedStore,
  session: Session,
  { rows, make, onEnd }: RowsOfKeys<Row>,
): Sql {
  const sql = (texts: readonly string[], ...[apiKey = "", address = "", value]: readonly string[]) =>
    store.run(session, () => {
      const [word] = texts.join("").trim().split(" ");
      if (word === "insert") rows.set(apiKey, make(apiKey, address, value));
      else if (word === "delete") {
        rows.delete(apiKey);
        onEnd(apiKey);
      } else if (word !== "select") throw new Error(`unknown statement: ${texts.join("?")}`);
      return [...rows.values()];
    });
  return sql as unknown as Sql;
}

export const heartbeatRows = (
  store: SimulatedStore,
  session: Session,
  onEnd: (apiKey: string) => void,
): Sql =>
  rowsOfKeys(store, session, {
    rows: store.heartbeats,
    make: (apiKey, address, id) => ({ apiKey, address, id: String(id) }),
    onEnd,
  });

export const connectedKeyRows = (
  store: SimulatedStore,
  session: Session,
  onEnd: (apiKey: string) => void,
): Sql =>
  rowsOfKeys(store, session, {
    rows: store.connectedKeys,
    make: (apiKey, address, graceMs) => ({ apiKey, address, graceMs: Number(graceMs) }),
    onEnd,
  });
