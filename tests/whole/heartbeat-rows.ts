/** The rows of heartbeats in the simulated store, reached by the statements of src/store/keys/heartbeats.ts. */
import type { Sql } from "../../src/store/sql/database.ts";
import type { Session, SimulatedStore } from "./simulated-store.ts";

/** Answers these statements and no others, by their first word; `onEnd` gets the key whose session ends. */
export function heartbeatRows(store: SimulatedStore, session: Session, onEnd: (apiKey: string) => void): Sql {
  const sql = (texts: readonly string[], ...[apiKey = "", address = "", id = ""]: readonly string[]) =>
    store.run(session, () => {
      const [word] = texts.join("").trim().split(" ");
      if (word === "insert") store.heartbeats.set(apiKey, { apiKey, address, id });
      else if (word === "delete") {
        store.heartbeats.delete(apiKey);
        onEnd(apiKey);
      } else if (word !== "select") throw new Error(`unknown statement: ${texts.join("?")}`);
      return [...store.heartbeats.values()];
    });
  return sql as unknown as Sql;
}
