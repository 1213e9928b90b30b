/** The files of a machine, of which a process that dies leaves everything that it wrote. */
import type { NoteFiles } from "../../src/engine/decision-note.ts";
import type { Session } from "./simulated-store.ts";

export type SimulatedFiles = {
  /** As the process of this session reaches them, as long as it lives. */
  of(session: Session): NoteFiles;
  /** As one reaches them that dies when it has replaced a file. */
  untilReplaced(session: Session): NoteFiles;
};

export function createSimulatedFiles(): SimulatedFiles {
  const texts = new Map<string, string>();

  function put(session: Session, name: string, text: string): void {
    if (session.open) texts.set(name, text);
  }

  const of = (session: Session): NoteFiles => ({
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
  const untilReplaced = (session: Session): NoteFiles => ({
    ...of(session),
    open: () => ({ write: () => undefined, close: () => undefined }),
  });
  return { of, untilReplaced };
}
