/** Strict reader of small XML documents: elements, attributes and text; no comments, no CDATA, no other entities. */

export type Element = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** Text of the element alone, without that of its children. */
  readonly text: string;
};

type Open = { name: string; attributes: Record<string, string>; children: Element[]; text: string };

const DECLARATION = /^<\?xml version="1\.0" encoding="utf-8"\?>\n/;
const PIECE = /<\/([\w:]+)>|<([\w:]+)((?: [\w:]+="[^"<]*")*)(\/?)>|([^<]+)/y;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** Decodes the four entities; throws on any other `&`. */
const decode = (text: string): string =>
  text.replaceAll(/&(?:(\w+);)?/g, (found, name: string = "") => {
    const character = ENTITIES[name];
    if (character === undefined) throw new Error(`expected &amp;, &lt;, &gt; or &quot;, got ${found}`);
    return character;
  });

/** Parses a document; throws on text that is not well-formed. Returns its one element. */
export function readXml(document: string): Element {
  const declared = DECLARATION.exec(document)?.[0];
  if (declared === undefined) throw new Error("expected an XML declaration");
  const stack: Open[] = [{ name: "", attributes: {}, children: [], text: "" }];
  PIECE.lastIndex = declared.length;
  while (PIECE.lastIndex < document.length) {
    const at = PIECE.lastIndex;
    const piece = PIECE.exec(document);
    if (piece === null) throw new Error(`expected a tag or text, got ${document.slice(at, at + 40)}`);
    addPiece(stack, piece);
  }
  const [root, ...open] = stack;
  const [element, ...others] = root?.children ?? [];
  if (open.length > 0 || element === undefined || others.length > 0 || root?.text.trim() !== "")
    throw new Error("expected one element with all of its end tags");
  return element;
}

function addPiece(stack: Open[], [, end, start, attributes = "", empty, text]: RegExpExecArray): void {
  const current = stack.at(-1);
  if (current === undefined) throw new Error("expected an element around the text");
  if (text !== undefined) {
    current.text += decode(text);
  } else if (start === undefined) {
    if (current.name !== end) throw new Error(`expected </${current.name}>, got </${end}>`);
    stack.pop();
  } else {
    const pairs = [...attributes.matchAll(/ ([\w:]+)="([^"]*)"/g)];
    const values = Object.fromEntries(pairs.map(([, name = "", value = ""]) => [name, decode(value)]));
    if (Object.keys(values).length < pairs.length) throw new Error(`<${start}> has an attribute twice`);
    const element: Open = { name: start, attributes: values, children: [], text: "" };
    current.children.push(element);
    if (empty === "") stack.push(element);
  }
}
