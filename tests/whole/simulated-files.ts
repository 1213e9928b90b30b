/** The files of a machine. They outlive the process that wrote them. */
import type { RecordFiles } from "../../src/engine/operators/quarantine.ts";
import type { Session } from "./simulated-store.ts";

export type SimulatedFiles = {
  /** Files for a process of this session, as long as it lives. */
  of(session: Session): RecordFiles;
  /** Files for a process that dies right after it replaced a file. */
  untilReplaced(session: Session): RecordFiles;
};

export function createSimulatedFiles(): SimulatedFiles {
  const texts = new Map<string, string>();

  function put(session: Session, name: string, text: string): void {
    if (session.open) texts.set(name, text);
  }

  const of = (session: Session): RecordFiles => ({
    read: (name) => texts.get(name),
    open: (name) => {
      put(session, name, "");
      return {
        write: (text) => put(session, name, text + (texts.get(name) ?? "").slice(text.length)),
        close: () => undefined,
      };
    },
    replace: (name, text) => put(session, name, text),
  });
  const untilReplaced = (session: Session): RecordFiles => ({
    ...of(session),
    open: () => ({ write: () => undefined, close: () => undefined }),
  });
  return { of, untilReplaced };
}
