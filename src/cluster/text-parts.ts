/** Parts of texts that are longer than a message may be. Each has its sender, the text's number, its place and their number. */

/** Room for the line before a part of a text, bytes. */
export const PART_HEAD = 64;

type Text = {
  readonly sender: string;
  readonly no: number;
  /** Longest content of a part, bytes. */
  readonly size: number;
};

export function splitText(text: string, { sender, no, size }: Text): Buffer[] {
  const bytes = Buffer.from(text);
  const parts = Math.max(1, Math.ceil(bytes.length / size));
  return Array.from({ length: parts }, (_, part) =>
    Buffer.concat([
      Buffer.from(`${sender} ${no} ${part} ${parts}\n`),
      bytes.subarray(part * size, (part + 1) * size),
    ]),
  );
}

/** Joins the parts of a text. A text that lacks a part is dropped. */
export function createPartJoiner(take: (text: string) => void): (bytes: Buffer) => void {
  /** Parts of texts that are not whole, by sender. */
  const begun = new Map<string, { readonly no: string; readonly parts: Buffer[] }>();
  return (bytes) => {
    const end = bytes.indexOf("\n");
    const [sender = "", no = "", part, parts] = bytes.subarray(0, end).toString("latin1").split(" ");
    const content = bytes.subarray(end + 1);
    if (parts === "1") return take(content.toString());
    if (part === "0") begun.set(sender, { no, parts: [] });
    const text = begun.get(sender);
    if (text === undefined || text.no !== no || text.parts.length !== Number(part)) return;
    text.parts.push(content);
    if (text.parts.length !== Number(parts)) return;
    begun.delete(sender);
    take(Buffer.concat(text.parts).toString());
  };
}
